import type { Question } from '../../../../shared/questions/question.ts';
import type { Outcome } from '../../../../shared/questions/outcome.ts';
import type { Elicitation } from '../protocol.schema.ts';
import { choicesOf, optionsOf, pickedValues, type QuestionForm } from './question-form.ts';

/**
 * Reads a form of nothing but choices, as Kimi asks: what is written beside them would be dropped, so no answer of
 * one's own is offered. Undefined for a form with any other field.
 */
export function choiceForm({ message, requestedSchema }: Elicitation): QuestionForm | undefined {
  const entries = Object.entries(requestedSchema?.properties ?? {});
  const fields = entries.flatMap(([key, field]) => {
    const told = choicesOf(field);
    if (told === undefined || told.choices.length === 0) return [];
    const options = optionsOf(told.choices);
    const question: Question = {
      id: key,
      prompt: field.title ?? field.description ?? message,
      ...(field.title !== undefined && field.description !== undefined && { header: field.description }),
      kind: 'choice',
      options,
      multiple: told.multiple,
      closed: true,
    };
    return [{ key, question, options, ...told }];
  });
  if (fields.length === 0 || fields.length !== entries.length) return undefined;
  const required = requestedSchema?.required ?? [];
  const isWhole = ({ replies }: Extract<Outcome, { replies: unknown }>) =>
    required.every((key) =>
      replies.some(({ questionId, status }) => questionId === key && status === 'answered'),
    );
  return {
    questions: fields.map(({ question }) => question),
    carries(outcome) {
      switch (outcome.type) {
        case 'answered':
        case 'supplied':
          return isWhole(outcome);
        case 'replied':
          return false;
        case 'declined':
          return outcome.reason === undefined;
        case 'cancelled':
          return true;
      }
    },
    answer(outcome) {
      if (outcome.type === 'cancelled') return { action: 'cancel' };
      if (outcome.type !== 'answered' && outcome.type !== 'supplied') return { action: 'decline' };
      const content: Record<string, string | string[]> = {};
      for (const reply of outcome.replies) {
        const field = fields.find(({ key }) => key === reply.questionId);
        if (field === undefined || reply.status === 'skipped') continue;
        const values = pickedValues(reply, field.choices, field.options);
        if (values.length > 0) content[field.key] = field.multiple ? values : (values[0] ?? '');
      }
      return required.every((key) => Object.hasOwn(content, key))
        ? { action: 'accept', content }
        : { action: 'decline' };
    },
  };
}
