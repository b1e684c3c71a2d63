import type { Outcome, Question } from '../../../../shared/questions/questions.ts';
import type { Elicitation } from '../protocol.schema.ts';
import type { Vendor } from './vendor.ts';
import { choicesOf, optionsOf, pickedValues, type QuestionForm } from './question-form.ts';

export const kimi: Vendor = {
  id: 'kimi',
  preset: {
    name: 'Kimi',
    registryId: 'kimi',
    about: 'Moonshot AI’s coding agent',
    program: 'kimi',
    package: '@moonshot-ai/kimi-code',
    version: '2.1.0',
    entry: 'dist/main.mjs',
    args: ['acp'],
    keys: ['MOONSHOT_API_KEY', 'KIMI_API_KEY'],
    signIn: 'Run “kimi login” in a terminal.',
  },
  // Kimi 2.1.0 writes files of a git repository in its mode `default` too (its policy `git-cwd-write-approve`).
  actsUnasked: true,
  modes: { byItself: ['auto', 'yolo'] },
  formQuestions,
  plans: { options: /^plan_approve$/, asksOn: 'plan_approve', sendsBack: 'plan_revise' },
};

/** Reads a form of nothing but choices. Kimi would drop a text beside them, so no answer of one's own is offered. */
function formQuestions({ message, requestedSchema }: Elicitation): QuestionForm | undefined {
  const entries = Object.entries(requestedSchema?.properties ?? {});
  const fields = entries.flatMap(([key, field]) => {
    const read = choicesOf(field);
    if (read === undefined || read.choices.length === 0) return [];
    const options = optionsOf(read.choices);
    const question: Question = {
      id: key,
      prompt: field.title ?? field.description ?? message,
      ...(field.title !== undefined && field.description !== undefined && { header: field.description }),
      kind: 'choice',
      options,
      multiple: read.multiple,
      closed: true,
    };
    return [{ key, question, options, ...read }];
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
