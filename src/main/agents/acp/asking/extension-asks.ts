import type { Outcome } from '../../../../shared/questions/outcome.ts';
import type { Question } from '../../../../shared/questions/question.ts';
import { isRecord, textField } from '../call-state.ts';
import type { PlanVerdict } from '../plan-approval.ts';
import { writtenBeside } from './question-form.ts';

/** What an agent asks by a request of its own, beside the protocol; `callId` is the call that it is about. */
export type ExtensionAsk =
  | { type: 'question'; callId: string | undefined; questions: Question[]; answer(outcome: Outcome): unknown }
  | { type: 'plan'; callId: string | undefined; plan: string; answer(verdict: PlanVerdict): unknown };

/** Reads a request that the protocol does not know: of Cursor, or of Grok. Undefined for any other. */
export function extensionAsk(method: string, params: unknown): ExtensionAsk | undefined {
  const inner = isRecord(params) && isRecord(params['params']) ? params['params'] : params;
  switch (method.replace(/^_/, '')) {
    case 'cursor/ask_question':
      return cursorQuestions(inner);
    case 'cursor/create_plan':
      return cursorPlan(inner);
    case 'x.ai/ask_user_question':
      return grokQuestions(inner);
    case 'x.ai/exit_plan_mode':
      return grokPlan(inner);
    default:
      return undefined;
  }
}

/** Reads questions of Cursor. It hears nothing but ids of options, so no answer of one's own is offered. */
function cursorQuestions(params: unknown): ExtensionAsk | undefined {
  const told = recordsIn(params, 'questions').map((one, index) => ({
    key: textField(one, 'id') ?? String(index),
    prompt: textField(one, 'prompt', 'question') ?? `Question ${index + 1}`,
    options: recordsIn(one, 'options').flatMap((option) => {
      const label = textField(option, 'label');
      return label === undefined ? [] : [{ id: textField(option, 'id') ?? label, label }];
    }),
    multiple: one['allowMultiple'] === true,
  }));
  if (told.length === 0) return undefined;
  const questions = told.map(({ key, prompt, options, multiple }): Question => {
    const choices = options.map(({ label }) => ({ label }));
    return options.length === 0
      ? { id: key, prompt, kind: 'text', options: [], multiple: false }
      : { id: key, prompt, kind: 'choice', options: choices, multiple, closed: true };
  });
  const skipped = (reason?: string) => ({
    outcome: { outcome: 'skipped', ...(reason !== undefined && { reason }) },
  });
  return {
    type: 'question',
    callId: textField(params, 'toolCallId'),
    questions,
    answer(outcome) {
      switch (outcome.type) {
        case 'answered':
        case 'supplied': {
          const said = outcome.replies.flatMap((reply) => {
            const asked = told.find(({ key }) => key === reply.questionId);
            if (asked === undefined || reply.status === 'skipped') return [];
            const picked = asked.options.filter(({ label }) => reply.picks.includes(label));
            return [{ questionId: asked.key, selectedOptionIds: picked.map(({ id }) => id) }];
          });
          const answers = said.filter(({ selectedOptionIds }) => selectedOptionIds.length > 0);
          const written = outcome.replies.flatMap((reply) => writtenBeside(answerOf(reply)) ?? []);
          if (answers.length > 0) return { outcome: { outcome: 'answered', answers } };
          return skipped(written.length === 0 ? undefined : written.join('\n'));
        }
        case 'replied':
          return skipped(outcome.text);
        case 'declined':
          return skipped(outcome.reason);
        case 'cancelled':
          return { outcome: { outcome: 'cancelled' } };
      }
    },
  };
}

function cursorPlan(params: unknown): ExtensionAsk | undefined {
  const plan = textField(params, 'plan', 'overview');
  if (plan === undefined) return undefined;
  return {
    type: 'plan',
    callId: textField(params, 'toolCallId'),
    plan,
    answer(verdict) {
      switch (verdict.type) {
        case 'approved':
          return { outcome: { outcome: 'accepted' } };
        case 'sent-back':
          return { outcome: { outcome: 'rejected', reason: verdict.text } };
        case 'unanswered':
          return { outcome: { outcome: 'cancelled' } };
      }
    },
  };
}

/** Reads questions of Grok, whose answers go by the words of the questions, with what was written as notes. */
function grokQuestions(params: unknown): ExtensionAsk | undefined {
  const told = recordsIn(params, 'questions');
  if (told.length === 0) return undefined;
  const questions = told.map((one, index): Question => {
    const options = recordsIn(one, 'options').flatMap((option) => {
      const label = textField(option, 'label');
      const [description, preview] = [textField(option, 'description'), textField(option, 'preview')];
      if (label === undefined) return [];
      return [
        {
          label,
          ...(description !== undefined && { description }),
          ...(preview !== undefined && { preview }),
        },
      ];
    });
    return {
      id: String(index),
      prompt: textField(one, 'question') ?? `Question ${index + 1}`,
      kind: options.length === 0 ? 'text' : 'choice',
      options,
      multiple: one['multiSelect'] === true || one['multi_select'] === true,
    };
  });
  const accepted = (
    said: readonly { prompt: string; picks: readonly string[]; notes: string | undefined }[],
  ) => ({
    outcome: 'accepted',
    answers: Object.fromEntries(
      said.map(({ prompt, picks }) => [prompt, picks.length === 0 ? ['Other'] : picks]),
    ),
    annotations: Object.fromEntries(
      said.flatMap(({ prompt, notes }) => (notes === undefined ? [] : [[prompt, { notes }]])),
    ),
  });
  const inWords = (notes: string) => accepted([{ prompt: questions[0]?.prompt ?? '', picks: [], notes }]);
  return {
    type: 'question',
    callId: textField(params, 'toolCallId'),
    questions,
    answer(outcome) {
      switch (outcome.type) {
        case 'answered':
        case 'supplied':
          return accepted(
            outcome.replies.flatMap((reply) => {
              const prompt = questions.find(({ id }) => id === reply.questionId)?.prompt;
              const { picks, ...written } = answerOf(reply);
              const notes = writtenBeside(written);
              return prompt === undefined || (picks.length === 0 && notes === undefined)
                ? []
                : [{ prompt, picks, notes }];
            }),
          );
        case 'replied':
          return inWords(outcome.text);
        case 'declined':
          return outcome.reason === undefined
            ? { outcome: 'cancelled' }
            : inWords(`I would rather not answer: ${outcome.reason}`);
        case 'cancelled':
          return { outcome: 'cancelled' };
      }
    },
  };
}

function grokPlan(params: unknown): ExtensionAsk | undefined {
  const plan = textField(params, 'planContent', 'plan');
  if (plan === undefined) return undefined;
  return {
    type: 'plan',
    callId: textField(params, 'toolCallId'),
    plan,
    answer(verdict) {
      switch (verdict.type) {
        case 'approved':
          return { outcome: 'approved' };
        case 'sent-back':
          return { outcome: 'cancelled', feedback: verdict.text };
        case 'unanswered':
          return { outcome: 'cancelled' };
      }
    },
  };
}

type Reply = Extract<Outcome, { type: 'answered' }>['replies'][number];

function answerOf(reply: Reply): { picks: string[]; custom?: string | undefined; note?: string | undefined } {
  return reply.status === 'skipped' ? { picks: [], note: reply.note } : reply;
}

function recordsIn(value: unknown, name: string): Record<string, unknown>[] {
  const list = isRecord(value) ? value[name] : undefined;
  return Array.isArray(list) ? list.filter(isRecord) : [];
}
