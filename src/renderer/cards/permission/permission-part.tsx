import type { Permission } from '../../../shared/permissions/permission.ts';
import { subjectName } from '../../../shared/permissions/subject-words.ts';
import type { ToolPart } from '../../../shared/transcript/transcript.ts';
import { CardPlace } from '../card-place.tsx';

/** A call that asked for permission. */
export type PermissionPart = ToolPart & { permission: Permission };

/** True for a call that the card of its permission stands for: while it waits, and after where it has no other. */
export function showsPermission(part: ToolPart): part is PermissionPart {
  const hasOtherCard = part.kind === 'run' ? part.run !== null : part.kind !== 'plain';
  return part.permission !== undefined && (part.permission.settlement === null || !hasOtherCard);
}

/** Stands for a permission's card for the moment until that is there. */
export function PermissionPlace({ part: { toolCallId, permission } }: { part: PermissionPart }) {
  const title = subjectName(permission.subject);
  return (
    <CardPlace
      name={`Permission: ${title}`}
      toolCallId={toolCallId}
      title={title}
      waiting={permission.settlement === null}
    />
  );
}
