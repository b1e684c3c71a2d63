import { withTimeoutPicks } from '../../shared/questions/timeout-answers.ts';
import type { ChatLog } from '../chat/chat-log.ts';
import type { AskStore } from '../storage/ask-store.ts';
import type { AskTimeoutsParts } from './ask-timeouts.ts';
import type { AskDetails } from './ask-journal.ts';
import type { AskUserQuestionManager } from './ask-user-question-manager.ts';

type Parts = { log: ChatLog; asks: AskStore; manager: AskUserQuestionManager<AskDetails> };

/** Stores countdowns, announces them, and ends an ask whose countdown is over. */
export function countdowns({
  log,
  asks,
  manager,
}: Parts): Pick<AskTimeoutsParts, 'stored' | 'save' | 'emit' | 'expire'> {
  return {
    stored(workspaceId, toolCallId) {
      const ask = asks.get(workspaceId, toolCallId);
      return ask?.settlement === null ? ask : undefined;
    },
    save: asks.setTimeout,
    emit(workspaceId, toolCallId, timeout) {
      const messageId = asks.messageOf(workspaceId, toolCallId);
      if (messageId !== undefined) log.emitAskTimeout(workspaceId, messageId, toolCallId, timeout);
    },
    /** Stores the clock's choice as entries first, so that it stays marked if it can't be sent. */
    expire(workspaceId, toolCallId) {
      const ask = asks.get(workspaceId, toolCallId);
      if (ask === undefined) return;
      asks.saveDraft(workspaceId, toolCallId, withTimeoutPicks(ask.draft, ask.questions));
      manager.expire(workspaceId, toolCallId, ask.draft);
    },
  };
}
