import { z } from 'zod';
import { answersLine } from '../../../../shared/dialects/ask-text.ts';
import type { GuideQuestion } from './questions.ts';

/** An answered question from the result of `ask_user_question`, unescaped. */
type Answered = { question: string; answer: string; note: string | null; auto: boolean };

/** Each list is in the order the questions were asked. */
export type Answers = { answered: Answered[]; skipped: string[] };

/** `read` returns undefined where the result has no answers. */
export type Asking = {
  toolName: string;
  inputFor(questions: readonly GuideQuestion[]): Record<string, unknown>;
  read(questions: readonly GuideQuestion[], text: string): Answers | undefined;
};

const askings: readonly Asking[] = [
  {
    toolName: 'ask_user_question',
    inputFor: (questions) => ({ questions }),
    read: (_, text) => parseAnswered(text),
  },
  {
    toolName: 'ask',
    inputFor: (questions) => ({ questions: questions.map(forAsk) }),
    read: readAsk,
  },
  {
    toolName: 'ask_user',
    inputFor: (questions) => ({ questions: questions.map((entry) => ({ ...entry, type: 'choice' })) }),
    read: (questions, text) => readRecord(questions, text, (_, index) => String(index)),
  },
  {
    toolName: 'shell',
    inputFor: (questions) => ({
      command: `AskUserQuestion '${JSON.stringify({ questions }).replaceAll("'", "'\\''")}'`,
    }),
    read: (questions, text) => readRecord(questions, text, ({ header }) => header),
  },
];

/** Returns how the guide uses an asking tool; undefined for any other tool. */
export function askingFor(toolName: string): Asking | undefined {
  return askings.find((asking) => asking.toolName === toolName);
}

const recommended = ' (Recommended)';

/** Returns an answer, which may be several labels, as the guide quotes it: without what a badge says on the card. */
export function withoutRecommended(answer: string): string {
  return answer.replaceAll(recommended, '');
}

function forAsk({ question, header, multiSelect, options }: GuideQuestion) {
  const plain = options.map(({ label, description }) => ({
    label: label.replace(recommended, ''),
    description,
  }));
  return { id: header, question, header, multi: multiSelect, recommended: 0, options: plain };
}

function readAsk(questions: readonly GuideQuestion[], text: string): Answers | undefined {
  if (!text.startsWith(answersLine)) return undefined;
  const lines = text.split('\n');
  return collect(questions, ({ header }) => {
    const value =
      lines.find((line) => line.startsWith(`${header}: `))?.slice(header.length + 2) ?? '(skipped)';
    return value.startsWith('(skipped)')
      ? undefined
      : value.replace(/^\[(.*)\]/s, '$1').replace(/^"(?:[^"\\]|\\.)*"/, (json) => String(JSON.parse(json)));
  });
}

const recordSchema = z.object({ answers: z.record(z.string(), z.string()) });

function readRecord(
  questions: readonly GuideQuestion[],
  text: string,
  keyOf: (question: GuideQuestion, index: number) => string,
): Answers | undefined {
  const [json = ''] = text.split('\n');
  if (!json.startsWith('{"answers":')) return undefined;
  const answers = new Map(Object.entries(recordSchema.parse(JSON.parse(json)).answers));
  return collect(questions, (question, index) => answers.get(keyOf(question, index)));
}

function collect(
  questions: readonly GuideQuestion[],
  valueOf: (question: GuideQuestion, index: number) => string | undefined,
): Answers {
  const result: Answers = { answered: [], skipped: [] };
  for (const [index, entry] of questions.entries()) {
    const value = valueOf(entry, index);
    if (value === undefined) result.skipped.push(entry.question);
    else result.answered.push({ question: entry.question, ...parts(value) });
  }
  return result;
}

function parts(value: string) {
  const [, answer = value, auto, note = null] =
    /^([^]*?)( \(auto-selected after timeout\))?(?: \(note: ([^]*)\))?$/.exec(value) ?? [];
  return { answer: answer.replace(/Other \(custom: ([^]*)\)$/, '$1'), auto: auto !== undefined, note };
}

const opening = 'User has answered your questions';
const closing = ". You can now continue with the user's answers in mind.";
const skippedMark = '. Skipped by the user: ';
const autoMark = ' (auto-selected after timeout)';

/**
 * Parses the result of `ask_user_question` for answered questions (questions.md §4.1); undefined for any other
 * text. Unescaped quotes only stand around questions and answers, also next to notes.
 */
export function parseAnswered(text: string): Answers | undefined {
  if (!text.startsWith(opening)) return undefined;
  const result: Answers = { answered: [], skipped: [] };
  const tokens = [...text.matchAll(/"((?:[^"\\]|\\[^])*)"((?:[^"\\]|\\[^])*)/g)];
  for (let index = 0; index < tokens.length; index += 1) {
    const [, question = '', after = ''] = tokens[index] ?? [];
    if (after !== '=') {
      result.skipped.push(unescape(question));
      continue;
    }
    index += 1;
    const [, answer = '', rest = ''] = tokens[index] ?? [];
    result.answered.push({ question: unescape(question), answer: unescape(answer), ...remarks(rest) });
  }
  return result;
}

function remarks(rest: string): { note: string | null; auto: boolean } {
  const ending = [closing, skippedMark, ', '].find((mark) => rest.endsWith(mark)) ?? '';
  const remark = rest.slice(0, rest.length - ending.length);
  const auto = remark.startsWith(autoMark);
  const note = /^ \(note: ([^]*)\)$/.exec(auto ? remark.slice(autoMark.length) : remark)?.[1];
  return { auto, note: note === undefined ? null : unescape(note) };
}

function unescape(text: string): string {
  return text.replace(/\\([^])/g, (_, character: string) => (character === 'n' ? '\n' : character));
}
