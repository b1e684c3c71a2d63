import { ORPCError } from '@orpc/server';
import { failures } from '../../shared/contract/failures.ts';
import type { AskDetails } from '../questions/ask-tool.ts';
import type { AskUserQuestionManager, SettleResult } from '../questions/ask-user-question-manager.ts';
import type { AskStore } from '../storage/ask-store.ts';
import type { Calls } from './calls.ts';

export type QuestionCallParts = { manager: AskUserQuestionManager<AskDetails>; asks: AskStore };

/** What a question card asks for. */
export function questionCalls(calls: Calls, { manager, asks }: QuestionCallParts) {
  const { workspace } = calls;
  return {
    answerAskUserQuestion: workspace.answerAskUserQuestion.handler(
      ({ input: { workspaceId, toolCallId, answers } }) =>
        orFail(manager.answer(workspaceId, toolCallId, answers)),
    ),
    declineAskUserQuestion: workspace.declineAskUserQuestion.handler(
      ({ input: { workspaceId, toolCallId, reason } }) =>
        orFail(manager.decline(workspaceId, toolCallId, reason)),
    ),
    touchAsk: workspace.touchAsk.handler(({ input: { workspaceId, toolCallId } }) => {
      asks.setTimeout(workspaceId, toolCallId, { deadline: null, stopped: true });
    }),
    saveAskDraft: workspace.saveAskDraft.handler(({ input: { workspaceId, toolCallId, entries } }) => {
      if (asks.get(workspaceId, toolCallId) !== undefined) asks.saveDraft(workspaceId, toolCallId, entries);
    }),
  };
}

function orFail(result: SettleResult): void {
  if (result.ok) return;
  switch (result.failure) {
    case 'not-pending':
      throw new ORPCError('not-pending', failures['not-pending']);
    case 'invalid-answer':
      throw new ORPCError('invalid-answer', {
        status: failures['invalid-answer'].status,
        message: result.problem,
        data: { problem: result.problem },
      });
  }
}
