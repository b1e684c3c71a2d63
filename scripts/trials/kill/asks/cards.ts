import type { Form } from '../../../../src/shared/forms/form.ts';
import type { ToolCallId } from '../../../../src/shared/ids.ts';
import type { Permission } from '../../../../src/shared/permissions/permission.ts';
import type { PendingAction } from '../../../../src/shared/previews/pending-action.ts';
import type { Ask, Transcript } from '../../../../src/shared/transcript/transcript.ts';
import { toolParts } from '../../person.ts';

/** Something that waits for the person in a chat; `id` names it in the database. */
export type Card = { id: string; toolCallId: ToolCallId } & (
  | { kind: 'ask'; ask: Ask }
  | { kind: 'permission'; permission: Permission; subagent: string | undefined }
  | { kind: 'form'; form: Form }
  | { kind: 'link'; form: Form }
  | { kind: 'plan'; action: PendingAction }
);

/** Returns the cards that wait in a chat, oldest first. */
export function waitingCards(transcript: Transcript): Card[] {
  return toolParts(transcript).flatMap((part): Card[] => {
    const { toolCallId, permission, forms = [], work } = part;
    const ask = 'ask' in part ? part.ask : null;
    const action = part.kind === 'preview' ? part.action : undefined;
    return [
      ...(ask?.settlement === null ? [{ id: toolCallId, toolCallId, kind: 'ask' as const, ask }] : []),
      ...(permission?.settlement === null
        ? [
            {
              id: permission.id,
              toolCallId,
              kind: 'permission' as const,
              permission,
              subagent: work?.subagent,
            },
          ]
        : []),
      ...forms
        .filter(({ settlement }) => settlement === null)
        .map((form) => {
          const kind = form.subject.type === 'link' ? ('link' as const) : ('form' as const);
          return { id: form.id, toolCallId, kind, form };
        }),
      ...(action?.state.type === 'open'
        ? [{ id: action.id, toolCallId, kind: 'plan' as const, action }]
        : []),
    ];
  });
}

/** The links of a chat that were opened and are not called done. */
export function openedLinks(transcript: Transcript): { toolCallId: ToolCallId; form: Form }[] {
  return toolParts(transcript).flatMap(({ toolCallId, forms = [] }) =>
    forms
      .filter(
        ({ subject, settlement, finished }) =>
          subject.type === 'link' && settlement?.outcome.type === 'accepted' && finished === null,
      )
      .map((form) => ({ toolCallId, form })),
  );
}
