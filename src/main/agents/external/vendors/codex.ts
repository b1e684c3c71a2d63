import { choiceOrText } from '../../../../shared/questions/question-kinds.ts';
import type { Outcome, Reply } from '../../../../shared/questions/questions.ts';
import type { Elicitation, FormField } from '../protocol.schema.ts';
import type { Vendor } from './vendor.ts';
import {
  choicesOf,
  type FormAnswer,
  optionsOf,
  pickedValues,
  type QuestionForm,
  writtenBeside,
} from './question-form.ts';
import { isRecord } from '../json-fields.ts';

export const codex: Vendor = {
  id: 'codex',
  preset: {
    name: 'Codex',
    registryId: 'codex-acp',
    about: 'OpenAI’s coding agent',
    program: 'codex-acp',
    package: '@agentclientprotocol/codex-acp',
    version: '2.6.0',
    entry: 'dist/index.js',
    args: [],
    keys: ['OPENAI_API_KEY', 'CODEX_API_KEY'],
    key: {
      variable: 'OPENAI_API_KEY',
      label: 'OpenAI API key',
      link: 'https://platform.openai.com/api-keys',
      method: { id: 'api-key', form: (apiKey) => ({ apiKey }) },
    },
    signIn: 'Run “codex login” in a terminal.',
  },
  // In `agent`, its own default, a model decides about commands.
  modes: { asking: ['read-only', 'workspace-write'], byItself: ['agent', 'agent-full-access'] },
  formQuestions,
  plans: { options: /^implement_plan$/, asksOn: 'implement_plan', sendsBack: 'revise_plan' },
};

const noneOfThem = 'None of the above';

/** A field of the form as a question, and what its answer is written from. */
type CodexField = ReturnType<typeof readField>;

/**
 * Reads `<id>` with its choices and `<id>_note` for a text as one question; `None of the above` stands for an answer of
 * one's own. Codex works on where the form says `delivery: async`, as its `request_user_input_async` does, and gives up
 * waiting after `autoResolutionMs` where it has that.
 */
function formQuestions({ requestedSchema, _meta: meta }: Elicitation): QuestionForm | undefined {
  const properties = requestedSchema?.properties ?? {};
  const notes = Object.entries(properties).filter(([key, field]) => isNote(key, field, properties));
  const isCodex = notes.length > 0 || Object.values(properties).some(isUserInput);
  if (!isCodex) return undefined;
  const { delivery, autoResolutionMs } = codexMeta(meta) ?? {};
  const noteKeys = new Set(notes.map(([key]) => key));
  const keys = Object.keys(properties).filter((key) => !noteKeys.has(key));
  const fields = keys.map((key) => readField(key, properties[key] ?? {}, noteKeys.has(`${key}_note`)));
  return {
    questions: fields.map(({ question }) => question),
    worksOn: delivery === 'async',
    ...(typeof autoResolutionMs === 'number' && { patience: autoResolutionMs }),
    answer: (outcome) => answerTo(fields, outcome),
  };
}

function readField(key: string, field: FormField, hasNote: boolean) {
  const read = choicesOf(field);
  const choices = (read?.choices ?? []).filter(({ value }) => value !== noneOfThem);
  const options = optionsOf(choices);
  const question = choiceOrText(
    {
      id: key,
      prompt: field.title ?? key,
      ...(field.description !== undefined && { header: field.description }),
    },
    { options, multiple: read?.multiple ?? false, ...(!hasNote && { closed: true }) },
  );
  return { key, question, choices, options, hasNote };
}

function answerTo(fields: readonly CodexField[], outcome: Outcome): FormAnswer {
  switch (outcome.type) {
    case 'answered':
    case 'supplied': {
      const content = outcome.replies.flatMap((reply) => contentOf(fields, reply));
      return { action: 'accept', content: Object.fromEntries(content) };
    }
    case 'replied':
    case 'declined': {
      const text = outcome.type === 'replied' ? outcome.text : outcome.reason;
      if (text === undefined) return { action: 'decline' };
      const content = fields.flatMap(({ key, hasNote }): [string, string][] =>
        hasNote
          ? [
              [key, noneOfThem],
              [`${key}_note`, text],
            ]
          : [[key, text]],
      );
      return { action: 'accept', content: Object.fromEntries(content) };
    }
    case 'cancelled':
      return { action: 'cancel' };
  }
}

function contentOf(fields: readonly CodexField[], reply: Reply): [string, string][] {
  const field = fields.find(({ key }) => key === reply.questionId);
  if (field === undefined) return [];
  const { key, hasNote, question, choices, options } = field;
  const written = writtenBeside(reply.status === 'answered' ? reply : { note: reply.note });
  const note: [string, string][] = hasNote && written !== undefined ? [[`${key}_note`, written]] : [];
  const [picked] = reply.status === 'answered' ? pickedValues(reply, choices, options) : [];
  if (question.kind === 'text') return [[key, written ?? ''], ...note];
  return [[key, picked ?? noneOfThem], ...note];
}

function codexMeta(meta: FormField['_meta']): Record<string, unknown> | undefined {
  const codex = meta?.['codex'];
  return isRecord(codex) ? codex : undefined;
}

/** True of the field of a question: of all that Codex passes on, only its own questions have this mark. */
function isUserInput({ _meta: meta }: FormField): boolean {
  return typeof codexMeta(meta)?.['isOther'] === 'boolean';
}

function isNote(key: string, { _meta: meta }: FormField, properties: Record<string, FormField>): boolean {
  if (codexMeta(meta)?.['role'] === 'user_note') return true;
  return key.endsWith('_note') && Object.hasOwn(properties, key.slice(0, -'_note'.length));
}
