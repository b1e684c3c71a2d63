import type { Outcome } from '../../../../shared/questions/outcome.ts';
import type { Question } from '../../../../shared/questions/question.ts';
import type { ExtensionRequest, Vendor } from './vendor.ts';
import { recordsIn, textField } from '../json-fields.ts';
import { answerOf, distinctLabels, writtenBeside } from './question-form.ts';

export const cursor: Vendor = {
  id: 'cursor',
  extensionMethods: { 'cursor/ask_question': questionsIn, 'cursor/create_plan': planIn },
};

/** A question as it is asked here, with the ids that Cursor knows it and its options by. */
type Told = { id: string; question: Question; options: { id: string; label: string }[] };

/** Reads questions of Cursor. It hears nothing but ids of options, so no answer of one's own is offered beside them. */
function questionsIn(params: unknown): ExtensionRequest | undefined {
  const told = recordsIn(params, 'questions').map(toQuestion);
  if (told.length === 0) return undefined;
  return {
    type: 'question',
    callId: textField(params, 'toolCallId'),
    questions: told.map(({ question }) => question),
    answer: (outcome) => ({ outcome: heard(outcome, told) }),
  };
}

function toQuestion(one: Record<string, unknown>, index: number): Told {
  const given = recordsIn(one, 'options').flatMap((option) => {
    const label = textField(option, 'label');
    return label === undefined ? [] : [{ id: textField(option, 'id') ?? label, label }];
  });
  const sameLabel = Map.groupBy(given, ({ label }) => label);
  const isAlone = (label: string) => sameLabel.get(label)?.length === 1;
  const apart = distinctLabels(given.map(({ id, label }) => (isAlone(label) ? label : `${label} (${id})`)));
  const options = given.map(({ id, label }, at) => ({ id, label: apart[at] ?? label }));
  const common = {
    id: String(index),
    prompt: textField(one, 'prompt', 'question') ?? `Question ${index + 1}`,
    options: options.map(({ label }) => ({ label })),
  };
  const question: Question =
    options.length === 0
      ? { ...common, kind: 'text', multiple: false }
      : { ...common, kind: 'choice', multiple: one['allowMultiple'] === true, closed: true };
  return { id: textField(one, 'id') ?? String(index), question, options };
}

function heard(outcome: Outcome, told: readonly Told[]): unknown {
  switch (outcome.type) {
    case 'answered':
    case 'supplied': {
      const answers = outcome.replies.flatMap((reply) => {
        const asked = told.find(({ question }) => question.id === reply.questionId);
        const { picks } = answerOf(reply);
        const ids = (asked?.options ?? []).filter(({ label }) => picks.includes(label)).map(({ id }) => id);
        return asked === undefined || ids.length === 0
          ? []
          : [{ questionId: asked.id, selectedOptionIds: ids }];
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

/** Reads a plan of Cursor; it hears what is said against it. */
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
