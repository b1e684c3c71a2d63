import type { ORPCErrorConstructorMap } from '@orpc/server';
import type { failures } from '../../shared/contract/failures.ts';
import { draftOf } from '../../shared/questions/answer-draft.ts';
import type { Answer } from '../../shared/questions/outcome.ts';
import type { Ask } from '../../shared/transcript/transcript.ts';
import type { AskTimeouts } from '../questions/ask-timeouts.ts';
import type { AskDetails } from '../questions/ask-journal.ts';
import type { AskUserQuestionManager, SettleResult } from '../questions/ask-user-question-manager.ts';
import type { AskStore } from '../storage/ask-store.ts';
import type { Calls } from './calls.ts';

export type QuestionCallParts = {
  manager: AskUserQuestionManager<AskDetails>;
  asks: AskStore;
  timeouts: AskTimeouts;
};

/** The calls of a question card. */
export function questionCalls(calls: Calls, { manager, asks, timeouts }: QuestionCallParts) {
  const { workspace } = calls;
  return {
    answerAskUserQuestion: workspace.answerAskUserQuestion.handler(
      ({ input: { workspaceId, toolCallId, answers }, errors }) =>
        orFail(
          manager.answer(workspaceId, toolCallId, withOwnMarks(answers, asks.get(workspaceId, toolCallId))),
          errors,
        ),
    ),
    declineAskUserQuestion: workspace.declineAskUserQuestion.handler(
      ({ input: { workspaceId, toolCallId, reason }, errors }) =>
        orFail(manager.decline(workspaceId, toolCallId, reason), errors),
    ),
    replyToAsker: workspace.replyToAsker.handler(({ input: { workspaceId, toolCallId, text }, errors }) => {
      const fromOutside = asks.get(workspaceId, toolCallId)?.presence !== undefined;
      if (!fromOutside) throw errors['not-pending']();
      orFail(manager.reply(workspaceId, toolCallId, text), errors);
    }),
    touchAsk: workspace.touchAsk.handler(({ input: { workspaceId, toolCallId } }) => {
      timeouts.touch(workspaceId, toolCallId);
    }),
    saveAskDraft: workspace.saveAskDraft.handler(({ input: { workspaceId, toolCallId, entries } }) => {
      if (asks.get(workspaceId, toolCallId) === undefined) return;
      asks.saveDraft(workspaceId, toolCallId, entries);
      timeouts.touch(workspaceId, toolCallId);
    }),
  };
}

/** A window's answer counts as a timeout's choice only where the kept draft says so too. */
function withOwnMarks(answers: readonly Answer[], ask: Ask | undefined): Answer[] {
  return answers.map(({ auto: _, ...answer }) => {
    const kept = draftOf(ask?.draft ?? [], answer.questionId);
    const isSame = kept.auto === true && kept.picks.join('\n') === answer.picks.join('\n');
    return isSame && answer.custom === undefined ? { ...answer, auto: true } : answer;
  });
}

type Failures = ORPCErrorConstructorMap<Pick<typeof failures, 'not-pending' | 'invalid-answer'>>;

function orFail(result: SettleResult, errors: Failures): void {
  if (result.ok) return;
  switch (result.failure) {
    case 'not-pending':
      throw errors['not-pending']();
    case 'invalid-answer':
      throw errors['invalid-answer']({ message: result.problem, data: { problem: result.problem } });
  }
}
