import type { MessageId, WorkspaceId } from '../../../shared/ids.ts';
import type { Message } from '../../../shared/transcript/transcript.ts';
import type { Companion } from '../../companion.ts';
import type { ChatReader } from './chat-reader.ts';
import { type ParleyStore, updateChat } from '../parley-store.ts';
import { shownPage } from './loaded-chat.ts';
import { nextPagePlace, type VisibleRange, withoutDistant } from './visible-range.ts';

/** Keeps the loaded part of a chat around the messages on screen. */
export type ReadingIntents = {
  /**
   * Reads what comes next where the end of what is loaded is near the screen, and lets go of what is far;
   * returns true if that lay before the screen.
   */
  loadNear(id: WorkspaceId, seen: VisibleRange): boolean;
  /** The messages up to one that is shown, from the person's last one before it on. */
  messagesOfTurn(id: WorkspaceId, messageId: MessageId): Promise<readonly Message[]>;
};

type Parts = { companion: Companion; store: ParleyStore; reader: ChatReader };

export function createReadingIntents({ companion, store, reader }: Parts): ReadingIntents {
  return {
    loadNear(id, seen) {
      const chat = reader.ready(id);
      if (chat === undefined) return false;
      const near = withoutDistant(chat, seen);
      if (near !== chat) updateChat(store, id, () => near);
      const next = nextPagePlace(near, seen);
      if (next !== null) void reader.addPage(id, next);
      return near !== chat && near.grewAt === 'start';
    },
    async messagesOfTurn(id, messageId) {
      const chat = reader.ready(id);
      if (chat === undefined) return [];
      const shown = shownPage(chat);
      let messages: readonly Message[] = shown.messages.filter((message) => message.id <= messageId);
      let { hasEarlier } = shown;
      while (hasEarlier && messages[0] !== undefined && messages.every(({ role }) => role !== 'user')) {
        const read = await companion.client.workspace.readMessages({
          workspaceId: id,
          at: { type: 'before', messageId: messages[0].id },
        });
        messages = [...read.messages, ...messages];
        ({ hasEarlier } = read);
      }
      return messages;
    },
  };
}
