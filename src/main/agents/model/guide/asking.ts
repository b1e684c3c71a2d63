import type { LanguageModelV4Message } from '@ai-sdk/provider';
import { z } from 'zod';
import { answersLine } from '../../../../shared/dialects/ask-text.ts';
import { type Answers, codeInMarkdown, parseAnswered } from './answered-text.ts';
import type { GuideQuestion } from './questions.ts';

/** Asks with the tool of one dialect and parses its result; undefined for no answers. */
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

/** The guide's way with a tool; undefined where the tool does not ask. */
export function askingFor(toolName: string): Asking | undefined {
  return askings.find((asking) => asking.toolName === toolName);
}

const recommended = ' (Recommended)';

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

/** A file or image that came with a message, by its name. */
export type Attached = { name: string; kind: 'image' | 'text' };

const markSchema = z.object({ attachment: z.string(), kind: z.enum(['image', 'text']) });

type UserMessage = Extract<LanguageModelV4Message, { role: 'user' }>;

/** A person's own words and what they attached, by the marks that came with the parts. */
export function readUserMessage({ content }: UserMessage): { text: string; attached: Attached[] } {
  const parts = content.map((part) => ({
    mark: markSchema.safeParse(part.providerOptions?.['parley']),
    text: part.type === 'text' ? part.text : '',
  }));
  return {
    text: parts.map(({ mark, text }) => (mark.success ? '' : text)).join(''),
    attached: parts.flatMap(({ mark }) =>
      mark.success ? [{ name: mark.data.attachment, kind: mark.data.kind }] : [],
    ),
  };
}

/** Returns the guide's sentence about the attached files; empty where nothing was attached. */
export function thanksFor(attached: readonly Attached[]): string {
  const files = attached.filter(({ kind }) => kind === 'text').map(({ name }) => codeInMarkdown(name));
  const images = attached.filter(({ kind }) => kind === 'image').map(({ name }) => codeInMarkdown(name));
  const got = files.length === 0 ? '' : `I got ${files.join(', ')}. `;
  if (images.length === 0) return got;
  const one = images.length === 1;
  return `${got}I got ${images.join(', ')}${files.length === 0 ? '' : ' too'}, but I cannot see ${one ? 'an image' : 'images'}: tell me in words what ${one ? 'it shows' : 'they show'}. `;
}
