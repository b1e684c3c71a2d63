import type { MessageId } from '../../shared/ids.ts';
import type { AskStore } from '../storage/ask-store.ts';
import type { AskJournal } from './ask-user-question-manager.ts';

/**
 * The data of an ask besides its questions: its card's message, its owner, its tool, and whether its asker is
 * from outside the chat.
 */
export type AskDetails = {
  messageId: MessageId;
  asker: string;
  tool: string;
  outside: boolean;
};

/** Stores the asks of the chats' agents in the database, so that they wait again after a restart. */
export function createAskJournal(asks: AskStore, now: () => number): AskJournal<AskDetails> {
  return {
    opened({ workspaceId, toolCallId, questions, details: { messageId, asker } }) {
      asks.open({ workspaceId, toolCallId, messageId, asker, questions: [...questions], openedAt: now() });
    },
    settled({ workspaceId, toolCallId }, settlement) {
      asks.settle(workspaceId, toolCallId, settlement);
    },
  };
}
