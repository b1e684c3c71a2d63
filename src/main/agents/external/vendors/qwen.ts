import { choiceOrText } from '../../../../shared/questions/question-kinds.ts';
import type { Question } from '../../../../shared/questions/questions.ts';
import type { PermissionAsked } from '../protocol.schema.ts';
import type { QuestionForm } from './question-form.ts';
import type { Vendor } from './vendor.ts';
import { isRecord, textField } from '../json-fields.ts';

export const qwen: Vendor = {
  id: 'qwen',
  preset: {
    name: 'Qwen Code',
    registryId: 'qwen-code',
    about: 'Alibaba’s coding agent',
    program: 'qwen',
    package: '@qwen-code/qwen-code',
    version: '0.24.4',
    entry: 'cli-entry.js',
    args: ['--acp'],
    keys: ['OPENAI_API_KEY', 'DASHSCOPE_API_KEY'],
    signIn: 'Run “qwen” in a terminal and choose how to sign in.',
  },
  modes: { byItself: ['auto', 'yolo'] },
  permissionQuestions,
  plans: { asksOn: 'proceed_once' },
};

/** Reads questions in a request for permission; their answers go back in an extra field, by the positions of the questions. */
function permissionQuestions({ toolCall, options }: PermissionAsked): QuestionForm<unknown> | undefined {
  const { _meta: meta, rawInput } = toolCall;
  const isQuestion =
    meta?.['qwenInteractionKind'] === 'user_question' || Array.isArray(meta?.['qwenQuestions']);
  const asked = meta?.['qwenQuestions'] ?? (isRecord(rawInput) ? rawInput['questions'] : undefined);
  if (!isQuestion || !Array.isArray(asked)) return undefined;
  const questions = asked.map(toQuestion);
  const submit = options.find(({ optionId }) => optionId === 'proceed_once') ?? options[0];
  const cancel = options.find(({ optionId }) => optionId === 'cancel');
  if (questions.length === 0 || submit === undefined) return undefined;
  return {
    questions,
    carries(outcome) {
      switch (outcome.type) {
        case 'answered':
        case 'supplied':
          return outcome.replies.every(({ status, note }) => status === 'answered' || note === undefined);
        case 'replied':
          return false;
        case 'declined':
          return outcome.reason === undefined;
        case 'cancelled':
          return true;
      }
    },
    answer(outcome) {
      if (outcome.type === 'answered' || outcome.type === 'supplied') {
        const answers: Record<string, string> = {};
        for (const [index, reply] of outcome.replies.entries()) {
          if (reply.status === 'skipped') continue;
          const { picks, custom = '', note = '' } = reply;
          answers[String(index)] = [...picks, custom, note].filter((text) => text !== '').join(', ');
        }
        return { outcome: { outcome: 'selected', optionId: submit.optionId }, answers };
      }
      if (outcome.type === 'cancelled' || cancel === undefined) return { outcome: { outcome: 'cancelled' } };
      return { outcome: { outcome: 'selected', optionId: cancel.optionId } };
    },
  };
}

function toQuestion(asked: unknown, index: number): Question {
  const options = isRecord(asked) && Array.isArray(asked['options']) ? asked['options'] : [];
  const header = textField(asked, 'header');
  return choiceOrText(
    {
      id: String(index),
      prompt: textField(asked, 'question', 'prompt') ?? `Question ${index + 1}`,
      ...(header !== undefined && { header }),
    },
    {
      options: options.flatMap((option) => {
        const label = typeof option === 'string' ? option : textField(option, 'label');
        const description = textField(option, 'description');
        return label === undefined ? [] : [{ label, ...(description !== undefined && { description }) }];
      }),
      multiple: isRecord(asked) && asked['multiSelect'] === true,
    },
  );
}
