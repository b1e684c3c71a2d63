import type { MessageId } from '../../shared/ids.ts';
import type { Supplied } from '../../shared/questions/outcome.ts';
import type { Question } from '../../shared/questions/question.ts';
import type { ToolContext } from '../chat/chat-history.ts';
import type { ChatLog } from '../chat/chat-log.ts';
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

export type RecordSupplied = (context: ToolContext, questions: Question[], outcome: Supplied) => void;

type Parts = { asks: AskStore; log: ChatLog; now: () => number };

/**
 * Stores a call of a chat's agent that brought its answers along: its row and the ledger show that nobody was
 * asked. The same call once more, as after a crash, changes nothing. Throws what the database throws.
 */
export function createSuppliedRecorder({ asks, log, now }: Parts): RecordSupplied {
  return ({ workspaceId, toolCallId, messageId, asker }, questions, outcome) => {
    const at = now();
    const settlement = { outcome, where: 'call' as const, at };
    asks.record({ workspaceId, toolCallId, messageId, asker, questions, openedAt: at, settlement });
    const ask = asks.get(workspaceId, toolCallId);
    if (ask !== undefined) log.emitAskOpened(workspaceId, messageId, toolCallId, ask);
  };
}
