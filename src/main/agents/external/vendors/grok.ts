import { choiceOrText } from '../../../../shared/questions/question-kinds.ts';
import type { Outcome, Question } from '../../../../shared/questions/questions.ts';
import type { ExtensionRequest, Vendor } from './vendor.ts';
import { recordsIn, textField } from '../json-fields.ts';
import { answerOf, writtenBeside } from './question-form.ts';

export const grok: Vendor = {
  id: 'grok',
  extensionMethods: { 'x.ai/ask_user_question': questionsIn, 'x.ai/exit_plan_mode': planIn },
};

/** Its answers go by the texts of the questions, with what the person wrote as notes. */
function questionsIn(params: unknown): ExtensionRequest | undefined {
  const questions = recordsIn(params, 'questions').map(toQuestion);
  if (questions.length === 0) return undefined;
  return {
    type: 'question',
    callId: textField(params, 'toolCallId'),
    questions,
    answer: (outcome) => answerFor(outcome, questions),
  };
}

function toQuestion(one: Record<string, unknown>, index: number): Question {
  const options = recordsIn(one, 'options').flatMap((option) => {
    const label = textField(option, 'label');
    if (label === undefined) return [];
    const [description, preview] = [textField(option, 'description'), textField(option, 'preview')];
    return [
      { label, ...(description !== undefined && { description }), ...(preview !== undefined && { preview }) },
    ];
  });
  return choiceOrText(
    { id: String(index), prompt: textField(one, 'question') ?? `Question ${index + 1}` },
    { options, multiple: one['multiSelect'] === true || one['multi_select'] === true },
  );
}

function answerFor(outcome: Outcome, questions: readonly Question[]): unknown {
  const asText = (notes: string) => accepted([{ prompt: questions[0]?.prompt ?? '', picks: [], notes }]);
  switch (outcome.type) {
    case 'answered':
    case 'supplied':
      return accepted(
        outcome.replies.flatMap((reply) => {
          const prompt = questions.find(({ id }) => id === reply.questionId)?.prompt;
          const { picks, ...written } = answerOf(reply);
          const notes = writtenBeside(written);
          const isEmpty = picks.length === 0 && notes === undefined;
          return prompt === undefined || isEmpty ? [] : [{ prompt, picks, notes }];
        }),
      );
    case 'replied':
      return asText(outcome.text);
    case 'declined':
      return outcome.reason === undefined
        ? { outcome: 'cancelled' }
        : asText(`I would rather not answer: ${outcome.reason}`);
    case 'cancelled':
      return { outcome: 'cancelled' };
  }
}

type Answer = { prompt: string; picks: readonly string[]; notes: string | undefined };

/** A text without a pick counts as the option “Other”. */
function accepted(answers: readonly Answer[]) {
  return {
    outcome: 'accepted',
    answers: Object.fromEntries(
      answers.map(({ prompt, picks }) => [prompt, picks.length === 0 ? ['Other'] : picks]),
    ),
    annotations: Object.fromEntries(
      answers.flatMap(({ prompt, notes }) => (notes === undefined ? [] : [[prompt, { notes }]])),
    ),
  };
}

function planIn(params: unknown): ExtensionRequest | undefined {
  const plan = textField(params, 'planContent', 'plan');
  if (plan === undefined) return undefined;
  return {
    type: 'plan',
    callId: textField(params, 'toolCallId'),
    plan,
    answer(outcome) {
      switch (outcome.type) {
        case 'approved':
          return { outcome: 'approved' };
        case 'sent-back':
          return { outcome: 'cancelled', feedback: outcome.text };
        case 'unanswered':
          return { outcome: 'cancelled' };
      }
    },
  };
}
