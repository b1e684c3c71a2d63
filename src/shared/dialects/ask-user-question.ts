import type { Answered, Question, Reply, Supplied } from '../questions/questions.ts';
import { interrupted } from '../questions/cancel-reasons.ts';
import { autoMark, declinedText, replyOf } from './ask-text.ts';
import { answerText } from '../questions/answers.ts';
import { optionsOf, takesSeveral } from '../questions/question-kinds.ts';
import { type AskUserQuestionResult, inputSchema } from './ask-user-question.schema.ts';
import { type AskEnding, type Dialect, nobodyToAsk, type ParsedAsk, type ToolResult } from './dialect.ts';
import { invalidInput, readInput } from './tool-input.ts';

const description = `Ask the person 1 to 4 multiple-choice questions and wait for the answers.
Use it when a decision is theirs to make and changes what you do next: unclear requirements, a real trade-off, a preference you cannot read from the files. Look for the answer yourself first, and never ask for permission or approval with it.
Put related questions into one call, each with 2 to 4 short options; say the trade-off in the description. Put the option you recommend first and end its label in "(Recommended)". Free text is always offered as Other: never add such an option. Questions can be left unanswered; go on with a sensible assumption then and name it.`;

/**
 * The tool of coder/mux and of Claude Code's AskUserQuestion: 1 to 4 questions of 2 to 4 options.
 * Questions have no ids in it; here they are numbered from 1.
 */
export const askUserQuestion: Dialect = {
  title: 'Claude Code and Mux (ask_user_question)',
  toolName: 'ask_user_question',
  kind: 'question',
  mention: 'ask_user_question',
  planOnly: true,
  description,
  inputSchema,
  parse,
  format,
};

function parse(raw: unknown): ParsedAsk {
  const parsed = readInput(inputSchema, raw);
  if (!parsed.success) {
    return { type: 'refused', error: invalidInput('ask_user_question', parsed.error) };
  }
  const questions = parsed.data.questions.map(
    (entry, index): Question => ({
      id: String(index + 1),
      prompt: entry.question,
      header: entry.header,
      kind: 'choice',
      options: entry.options,
      multiple: entry.multiSelect,
    }),
  );
  const given = new Map(Object.entries(parsed.data.answers ?? {}));
  if (given.size === 0) return { type: 'ask', questions };
  return { type: 'supplied', questions, outcome: suppliedOutcome(questions, given) };
}

/** Takes answers that came with the call as they are, whether or not they name an option. */
function suppliedOutcome(questions: readonly Question[], given: Map<string, string>): Supplied {
  const replies = questions.map(({ id: questionId, prompt }): Reply => {
    const custom = given.get(prompt);
    if (custom === undefined) return { status: 'skipped', questionId };
    return { status: 'answered', questionId, picks: [], custom, origin: 'typed' };
  });
  const prompts = new Set(questions.map(({ prompt }) => prompt));
  const unasked = [...given]
    .filter(([question]) => !prompts.has(question))
    .map(([question, answer]) => ({ question, answer }));
  return { type: 'supplied', replies, ...(unasked.length > 0 && { unasked }) };
}

/** Returns the result of a call whose questions have ended, in the exact words of the tool. */
function format(questions: readonly Question[], outcome: AskEnding): ToolResult {
  switch (outcome.type) {
    case 'answered':
    case 'supplied':
      return {
        ok: true,
        text: summary(questions, outcome),
        details: detailsOf(questions, outcome.replies),
      };
    case 'replied':
      return {
        ok: true,
        text: `The user replied instead of picking: ${quote(outcome.text)}`,
        details: { ...detailsOf(questions, []), reply: outcome.text },
      };
    case 'declined':
      return { ok: false, text: declinedText(outcome.reason) };
    case 'cancelled':
      return { ok: false, text: outcome.reason || interrupted };
    case 'nobody':
      return { ok: false, text: nobodyToAsk };
  }
}

/** The tool's own result, for programs that know it, beside the questions and replies of Parley's model. */
function detailsOf(questions: readonly Question[], replies: readonly Reply[]) {
  const result: AskUserQuestionResult = {
    questions: questions.map((asked) => ({
      question: asked.prompt,
      header: asked.header ?? asked.id,
      options: optionsOf(asked).map((option) => ({ ...option, description: option.description ?? '' })),
      multiSelect: takesSeveral(asked),
    })),
    answers: answersByQuestion(questions, replies),
  };
  return { ...result, asked: questions, replies };
}

function summary(
  questions: readonly Question[],
  outcome: Extract<AskEnding, { type: 'answered' | 'supplied' }>,
): string {
  const { replies } = outcome;
  const pairs: string[] = [];
  const skipped: string[] = [];
  for (const asked of questions) {
    const { prompt } = asked;
    const reply = replyOf(asked, replies);
    if (reply?.status === 'answered')
      pairs.push(`${quote(prompt)}=${quote(answerText(asked, reply))}${remarks(reply)}`);
    else skipped.push(`${quote(prompt)}${noteText(reply?.note)}`);
  }
  return [
    pairs.length > 0
      ? `User has answered your questions: ${pairs.join(', ')}.`
      : 'User has answered your questions.',
    ...(outcome.type === 'supplied' ? suppliedSentences(outcome, skipped) : skippedSentence(skipped)),
    "You can now continue with the user's answers in mind.",
  ].join(' ');
}

function skippedSentence(skipped: readonly string[]): string[] {
  return skipped.length > 0 ? [`Skipped by the user: ${skipped.join(', ')}.`] : [];
}

/** Nobody was asked, so nobody skipped: names what was left open, and what answers no question. */
function suppliedSentences({ unasked = [] }: Supplied, open: readonly string[]): string[] {
  const pairs = unasked.map(({ question, answer }) => `${quote(question)}=${quote(answer)}`);
  return [
    ...(open.length > 0 ? [`No answer was supplied for: ${open.join(', ')}.`] : []),
    ...(pairs.length > 0
      ? [`Answers to questions that were not asked were left out: ${pairs.join(', ')}.`]
      : []),
    'Answers were supplied with the call; nobody was asked.',
  ];
}

/**
 * The answers by question, as the tool's contract has them. A question may be `__proto__`, so entries are
 * defined, not set.
 */
function answersByQuestion(
  questions: readonly Question[],
  replies: readonly Reply[],
): Record<string, string> {
  return Object.fromEntries(
    questions.flatMap((asked) => {
      const reply = replyOf(asked, replies);
      return reply?.status === 'answered' ? [[asked.prompt, answerText(asked, reply)]] : [];
    }),
  );
}

function remarks({ origin, note }: Answered): string {
  return `${origin === 'auto' ? autoMark : ''}${noteText(note)}`;
}

function noteText(note: string | undefined): string {
  return note === undefined ? '' : ` (note: ${escape(note)})`;
}

function quote(value: string): string {
  return `"${escape(value)}"`;
}

function escape(value: string): string {
  return value.replace(/["\\]/g, '\\$&').replace(/\r?\n/g, '\\n');
}
