import { interrupted } from '../questions/endings.ts';
import type { Reply, Supplied } from '../questions/outcome.ts';
import type { Question } from '../questions/question.ts';
import { type AskEnding, nobodyToAsk, type ToolResult } from './dialect.ts';
import type { AskUserQuestionResult } from './ask-user-question.schema.ts';
import { type Answered, answerText, autoMark, declinedText } from './ask-text.ts';

/** Returns the result of a call whose questions have ended, in the exact words of the tool. */
export function format(questions: readonly Question[], outcome: AskEnding): ToolResult {
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
    questions: questions.map(({ id, prompt, header = id, options, multiple }) => ({
      question: prompt,
      header,
      options: options.map((option) => ({ ...option, description: option.description ?? '' })),
      multiSelect: multiple,
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
  for (const { id, prompt } of questions) {
    const reply = replies.find(({ questionId }) => questionId === id);
    if (reply?.status === 'answered')
      pairs.push(`${quote(prompt)}=${quote(answerText(reply))}${remarks(reply)}`);
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

/** Nobody was asked, so nobody skipped; what answers nothing is named. */
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

/** The flat record of the tool's contract; a question may be `__proto__`, so entries are defined, not set. */
function answersByQuestion(
  questions: readonly Question[],
  replies: readonly Reply[],
): Record<string, string> {
  return Object.fromEntries(
    questions.flatMap(({ id, prompt }) => {
      const reply = replies.find(({ questionId }) => questionId === id);
      return reply?.status === 'answered' ? [[prompt, answerText(reply)]] : [];
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
