import type { Permission } from '../../../shared/permissions/permission.ts';
import type { ToolPart } from '../../../shared/transcript/transcript.ts';

/** A call that asked for permission. */
export type PermissionPart = ToolPart & { permission: Permission };

/** True for a call that the card of its permission stands for: while it waits, and after where it has no other. */
export function showsPermission(part: ToolPart): part is PermissionPart {
  const hasOtherCard = part.kind === 'run' ? part.run !== null : part.kind !== 'plain';
  return part.permission !== undefined && (part.permission.settlement === null || !hasOtherCard);
}
