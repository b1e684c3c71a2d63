import { isInbox } from '../../shared/workspace/inbox.ts';
import type { ToolCallId, WorkspaceId } from '../../shared/ids.ts';
import type { Ask, Transcript } from '../../shared/transcript/transcript.ts';
import type { Workspace } from '../../shared/workspace/workspace.ts';
import type { Recipient } from './composer-state.ts';
import type { ParleyState } from './parley-store.ts';
import { waitsItself } from './waiting-words.ts';

/** A card of an asker from outside that waits. */
export type OutsideCard = { toolCallId: ToolCallId; ask: Ask };

/** The cards of outside askers that wait in a chat, oldest first. */
export function outsideCards({ messages }: Transcript): OutsideCard[] {
  return messages.flatMap((message) =>
    message.role !== 'outside'
      ? []
      : message.parts.flatMap((part) =>
          part.type === 'tool' && part.ask !== null && part.ask.settlement === null
            ? [{ toolCallId: part.toolCallId, ask: part.ask }]
            : [],
        ),
  );
}

/** Who gets the message of a chat that is being written. */
export function recipientOf({ app, chats, composers }: ParleyState, id: WorkspaceId): Recipient {
  const chat = chats[id];
  const cards = chat?.status === 'ready' ? outsideCards(chat.transcript) : [];
  const workspace = app?.workspaces.find((known) => known.id === id);
  return workspace === undefined ? 'agent' : recipientAmong(workspace, cards, composers[id]?.to ?? null);
}

/**
 * Whom the person chose, as long as that card waits. Else the one outside asker that waits, unless the
 * chat's own agent waits too; in the Inbox also then.
 */
export function recipientAmong(
  workspace: Pick<Workspace, 'id' | 'waitingFor'>,
  cards: readonly Pick<OutsideCard, 'toolCallId'>[],
  chosen: Recipient | null,
): Recipient {
  if (chosen === 'agent') return chosen;
  const wanted = cards.find(({ toolCallId }) => toolCallId === chosen);
  if (wanted !== undefined) return wanted.toolCallId;
  const [only, ...others] = cards;
  if (only === undefined || others.length > 0) return 'agent';
  return isInbox(workspace.id) || !waitsItself(workspace) ? only.toolCallId : 'agent';
}
