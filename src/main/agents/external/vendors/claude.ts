import type { Question, Reply } from '../../../../shared/questions/questions.ts';
import type { Elicitation } from '../protocol.schema.ts';
import { isRecord, textField } from '../json-fields.ts';
import type { CallFacts, Vendor } from './vendor.ts';
import { backgroundChange } from './claude-background.ts';
import { usageLimit } from './claude-limits.ts';
import { choicesOf, optionsOf, pickedValues, type QuestionForm, writtenBeside } from './question-form.ts';

/** Claude Code, by the adapter of its vendor. */
export const claude: Vendor = {
  id: 'claude',
  preset: {
    name: 'Claude Code',
    registryId: 'claude-acp',
    about: 'Anthropic’s coding agent',
    program: 'claude-agent-acp',
    package: '@agentclientprotocol/claude-agent-acp',
    version: '0.101.0',
    entry: 'dist/index.js',
    args: [],
    keys: ['ANTHROPIC_API_KEY', 'ANTHROPIC_AUTH_TOKEN'],
    key: {
      variable: 'ANTHROPIC_API_KEY',
      label: 'Anthropic API key',
      link: 'https://platform.claude.com/settings/keys',
    },
    signIn: 'Run “claude /login” in a terminal.',
  },
  modes: { byItself: ['auto', 'bypassPermissions', 'dontAsk'] },
  formQuestions,
  plans: { tool: 'ExitPlanMode', options: /^exit-plan-/, asksOn: 'exit-plan-default', sendsBack: 'reject' },
  callFacts,
  backgroundChange,
  usageLimit,
  running: {
    isAgent({ agentCapabilities }) {
      const { _meta: meta } = agentCapabilities ?? {};
      return isRecord(meta?.['claudeCode']);
    },
    // In Plan a model decides about commands in place of the person, unless this setting is off.
    sessionMeta: { claudeCode: { options: { settings: { useAutoModeDuringPlan: false } } } },
    hearsReasonsByCancel: true,
  },
};

function callFacts({ claudeCode: facts }: Record<string, unknown>): CallFacts | undefined {
  if (!isRecord(facts)) return undefined;
  const { toolResponse: response } = facts;
  return {
    tool: textField(facts, 'toolName'),
    parent: textField(facts, 'parentToolUseId'),
    response: isRecord(response) ? response : undefined,
    isJudged: isRecord(response) && response['decisionReasonType'] === 'classifier',
  };
}

const questionKey = /^question_(\d+)$/;

/** Reads `question_0` with its choices and `question_0_custom` for an answer of one's own as one question. */
function formQuestions({ message, requestedSchema }: Elicitation): QuestionForm | undefined {
  const properties = requestedSchema?.properties ?? {};
  const keys = Object.keys(properties).filter((key) => questionKey.test(key));
  const isWhole = Object.keys(properties).every((key) => keys.includes(key.replace(/_custom$/, '')));
  if (keys.length === 0 || !isWhole) return undefined;
  const fields = keys.flatMap((key) => {
    const field = properties[key];
    const read = field && choicesOf(field, previewOf);
    if (field === undefined || read === undefined) return [];
    const options = optionsOf(read.choices);
    const question: Question = {
      id: key,
      prompt: field.description ?? (keys.length === 1 ? message : (field.title ?? message)),
      ...(field.title !== undefined && { header: field.title }),
      kind: 'choice',
      options,
      multiple: read.multiple,
    };
    return [{ key, question, ...read, options }];
  });
  if (fields.length !== keys.length) return undefined;
  const contentOf = (reply: Reply): [string, string | string[]][] => {
    const field = fields.find(({ key }) => key === reply.questionId);
    if (field === undefined) return [];
    if (reply.status === 'skipped')
      return reply.note === undefined ? [] : [[`${field.key}_custom`, reply.note]];
    const values = pickedValues(reply, field.choices, field.options);
    const written = writtenBeside(reply);
    return [
      ...(values.length === 0
        ? []
        : ([[field.key, field.multiple ? values : (values[0] ?? '')]] as [string, string | string[]][])),
      ...(written === undefined ? [] : ([[`${field.key}_custom`, written]] as [string, string][])),
    ];
  };
  return {
    questions: fields.map(({ question }) => question),
    answer(outcome) {
      switch (outcome.type) {
        case 'answered':
        case 'supplied':
          return { action: 'accept', content: Object.fromEntries(outcome.replies.flatMap(contentOf)) };
        case 'replied':
          return { action: 'accept', content: { [`${keys[0]}_custom`]: outcome.text } };
        case 'declined':
          return outcome.reason === undefined
            ? { action: 'decline' }
            : {
                action: 'accept',
                content: { [`${keys[0]}_custom`]: `I would rather not answer: ${outcome.reason}` },
              };
        case 'cancelled':
          return { action: 'cancel' };
      }
    },
  };
}

function previewOf(meta: Record<string, unknown> | undefined): string | undefined {
  return textField(meta?.['_claude/askUserQuestionOption'], 'preview');
}
