import { choiceOrText } from '../../../../shared/questions/question-kinds.ts';
import type { Reply } from '../../../../shared/questions/questions.ts';
import type { Elicitation, FormField } from '../protocol.schema.ts';
import type { Vendor } from './vendor.ts';
import { choicesOf, optionsOf, pickedValues, type QuestionForm, writtenBeside } from './question-form.ts';
import { isRecord } from '../json-fields.ts';

export const codex: Vendor = {
  id: 'codex',
  preset: {
    name: 'Codex',
    program: 'codex-acp',
    package: '@agentclientprotocol/codex-acp',
    version: '2.6.0',
    entry: 'dist/index.js',
    args: [],
    keys: ['OPENAI_API_KEY', 'CODEX_API_KEY'],
    signIn: 'Run “codex login” in a terminal.',
  },
  // In `agent`, its own default, a model decides about commands.
  modes: { asking: ['read-only', 'workspace-write'], byItself: ['agent', 'agent-full-access'] },
  formQuestions,
  plans: { options: /^implement_plan$/, asksOn: 'implement_plan', sendsBack: 'revise_plan' },
};

const noneOfThem = 'None of the above';

/**
 * Reads `<id>` with its choices and `<id>_note` for a text as one question; `None of the above` stands for an answer of
 * one's own. Codex works on where the form says `delivery: async`, as its `request_user_input_async` does, and gives up
 * waiting after `autoResolutionMs` where it has that.
 */
function formQuestions({ requestedSchema, _meta }: Elicitation): QuestionForm | undefined {
  const properties = requestedSchema?.properties ?? {};
  const notes = Object.entries(properties).filter(([key, field]) => isNote(key, field, properties));
  const isCodex = notes.length > 0 || Object.values(properties).some(isUserInput);
  if (!isCodex) return undefined;
  const { delivery, autoResolutionMs } = codexMeta(_meta) ?? {};
  const keys = Object.keys(properties).filter((key) => !notes.some(([note]) => note === key));
  const fields = keys.map((key) => {
    const field = properties[key] ?? {};
    const read = choicesOf(field);
    const choices = (read?.choices ?? []).filter(({ value }) => value !== noneOfThem);
    const options = optionsOf(choices);
    const hasNote = notes.some(([note]) => note === `${key}_note`);
    const question = choiceOrText(
      {
        id: key,
        prompt: field.title ?? key,
        ...(field.description !== undefined && { header: field.description }),
      },
      { options, multiple: read?.multiple ?? false, ...(!hasNote && { closed: true }) },
    );
    return { key, question, choices, options, hasNote };
  });
  const contentOf = (reply: Reply): [string, string][] => {
    const field = fields.find(({ key }) => key === reply.questionId);
    if (field === undefined) return [];
    const { key, hasNote, question, choices, options } = field;
    const written = writtenBeside(reply.status === 'answered' ? reply : { note: reply.note });
    const note: [string, string][] = hasNote && written !== undefined ? [[`${key}_note`, written]] : [];
    const [picked] = reply.status === 'answered' ? pickedValues(reply, choices, options) : [];
    if (question.kind === 'text') return [[key, written ?? ''], ...note];
    return [[key, picked ?? noneOfThem], ...note];
  };
  return {
    questions: fields.map(({ question }) => question),
    worksOn: delivery === 'async',
    ...(typeof autoResolutionMs === 'number' && { patience: autoResolutionMs }),
    answer(outcome) {
      switch (outcome.type) {
        case 'answered':
        case 'supplied':
          return { action: 'accept', content: Object.fromEntries(outcome.replies.flatMap(contentOf)) };
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
    },
  };
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
