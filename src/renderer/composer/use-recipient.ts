import type { Workspace } from '../../shared/workspace/workspace.ts';
import { useParleyState } from '../parley-context.tsx';
import type { Recipient } from '../state/composer/composer-state.ts';
import { recipientOf } from '../state/composer/recipient.ts';

/** Who gets the message of a chat; `asker` is the name of the outside asker, null for the chat's agent. */
export function useRecipient({ id, outsideAsks }: Workspace): { to: Recipient; asker: string | null } {
  const to = useParleyState((state) => recipientOf(state, id));
  return { to, asker: outsideAsks.find(({ toolCallId }) => toolCallId === to)?.asker ?? null };
}
