import { choiceOrText } from '../../../../shared/questions/question-kinds.ts';
import type { Outcome, Question } from '../../../../shared/questions/questions.ts';
import type { ExtensionRequest, Vendor } from './vendor.ts';
import { recordsIn, textField } from '../json-fields.ts';
import { answerOf, distinctLabels, writtenBeside } from './question-form.ts';

export const cursor: Vendor = {
  id: 'cursor',
  extensionMethods: { 'cursor/ask_question': questionsIn, 'cursor/create_plan': planIn },
};

/** A question with Cursor's ids of it and of its options. */
type CursorQuestion = { id: string; question: Question; options: { id: string; label: string }[] };

/** It takes nothing but ids of options, so no answer of one's own is offered beside them. */
function questionsIn(params: unknown): ExtensionRequest | undefined {
  const asked = recordsIn(params, 'questions').map(toQuestion);
  if (asked.length === 0) return undefined;
  return {
    type: 'question',
    callId: textField(params, 'toolCallId'),
    questions: asked.map(({ question }) => question),
    answer: (outcome) => ({ outcome: answerFor(outcome, asked) }),
  };
}

function toQuestion(one: Record<string, unknown>, index: number): CursorQuestion {
  const given = recordsIn(one, 'options').flatMap((option) => {
    const label = textField(option, 'label');
    return label === undefined ? [] : [{ id: textField(option, 'id') ?? label, label }];
  });
  const sameLabel = Map.groupBy(given, ({ label }) => label);
  const isAlone = (label: string) => sameLabel.get(label)?.length === 1;
  const apart = distinctLabels(given.map(({ id, label }) => (isAlone(label) ? label : `${label} (${id})`)));
  const options = given.map(({ id, label }, at) => ({ id, label: apart[at] ?? label }));
  const question = choiceOrText(
    {
      id: String(index),
      prompt: textField(one, 'prompt', 'question') ?? `Question ${index + 1}`,
    },
    {
      options: options.map(({ label }) => ({ label })),
      multiple: one['allowMultiple'] === true,
      closed: true,
    },
  );
  return { id: textField(one, 'id') ?? String(index), question, options };
}

function answerFor(outcome: Outcome, asked: readonly CursorQuestion[]): unknown {
  switch (outcome.type) {
    case 'answered':
    case 'supplied': {
      const answers = outcome.replies.flatMap((reply) => {
        const known = asked.find(({ question }) => question.id === reply.questionId);
        const { picks } = answerOf(reply);
        const ids = (known?.options ?? []).filter(({ label }) => picks.includes(label)).map(({ id }) => id);
        return known === undefined || ids.length === 0
          ? []
          : [{ questionId: known.id, selectedOptionIds: ids }];
      });
      if (answers.length > 0) return { outcome: 'answered', answers };
      return skipped(outcome.replies.flatMap((reply) => writtenBeside(answerOf(reply)) ?? []).join('\n'));
    }
    case 'replied':
      return skipped(outcome.text);
    case 'declined':
      return skipped(outcome.reason ?? '');
    case 'cancelled':
      return { outcome: 'cancelled' };
  }
}

const skipped = (reason: string) => ({ outcome: 'skipped', ...(reason !== '' && { reason }) });

function planIn(params: unknown): ExtensionRequest | undefined {
  const plan = textField(params, 'plan', 'overview');
  if (plan === undefined) return undefined;
  return {
    type: 'plan',
    callId: textField(params, 'toolCallId'),
    plan,
    answer(outcome) {
      switch (outcome.type) {
        case 'approved':
          return { outcome: { outcome: 'accepted' } };
        case 'sent-back':
          return { outcome: { outcome: 'rejected', reason: outcome.text } };
        case 'unanswered':
          return { outcome: { outcome: 'cancelled' } };
      }
    },
  };
}
