import { z } from 'zod';
import { answersLine } from '../../../../shared/dialects/ask-text.ts';
import { askUserQuestion } from '../../../../shared/dialects/ask-user-question.ts';
import { type ToolCallId, toolCallIdSchema } from '../../../../shared/ids.ts';
import type { Question } from '../../../../shared/questions/questions.ts';
import { type Facts, factsFrom } from './folder-facts.ts';
import { inShort } from './markdown.ts';
import { isAboutReadme } from './wishes.ts';

/**
 * Returns the questions about a request: three drawn from the folder, two where the chat has had its first
 * plan already. The recommended option comes first.
 */
export function questionsFor(request: string, facts: Facts, isFirst: boolean): GuideQuestion[] {
  const questions = isAboutReadme(request)
    ? [readers(facts), sections(facts), existingReadme(facts)]
    : [focus(request), facts.files.length === 0 ? basics() : scope(facts), testing(facts)];
  return isFirst ? questions : questions.slice(0, 2);
}

function focus(request: string): GuideQuestion {
  return single('Focus', `What matters most for “${inShort(request, 80)}”?`, [
    option('Smallest step that works', 'Soonest useful, easy to change later'),
    option('Solid structure', 'Slower to begin, easier to build on'),
    option('Explore first', 'Compares two ways before deciding'),
  ]);
}

function scope({ topLevel, folders }: Facts): GuideQuestion {
  const named = topLevel
    .filter((path) => path.length <= 36 && path.trim().toLowerCase() !== 'other')
    .slice(0, 3);
  const rest = option('Anything needed', 'No part is off limits');
  const options = named.map((path) => option(path, partDescription(path, folders)));
  const missing = option('New files only', 'What is here stays as it is');
  return several(
    'Parts',
    'Which parts may the plan touch?',
    distinct([...options, rest, missing]).slice(0, 4),
  );
}

function partDescription(path: string, folders: readonly string[]): string {
  if (!path.endsWith('/')) return 'A single file';
  const inner = folders.filter((folder) => folder !== path && folder.startsWith(path)).length;
  return inner === 0
    ? 'Everything in this folder'
    : `Everything in it, with its ${inner} ${inner === 1 ? 'folder' : 'folders'}`;
}

function distinct(options: Option[]): Option[] {
  const labels = options.map(({ label }) => label.trim().toLowerCase());
  return options.filter((_, index) => labels.indexOf(labels[index] ?? '') === index);
}

function basics(): GuideQuestion {
  return several('Basics', 'The folder is empty. Which basics should the plan include?', [
    option('README', 'What it is and how to begin'),
    option('Tests', 'A first test, so that others follow'),
    option('Licence', 'Says what others may do with it'),
    option('Automatic checks', 'Runs the tests on every change'),
  ]);
}

function testing({ tests }: Facts): GuideQuestion {
  const [first] = tests;
  if (first !== undefined) {
    return single(
      'Tests',
      `There are tests here, such as ${inShort(first, 60)}. What should the plan do about tests?`,
      [
        option('Add tests', 'Each change comes with its own'),
        option('Keep them passing', 'Quicker; new behaviour stays untested'),
        option('Leave them aside', 'Only for a throw-away try'),
      ],
    );
  }
  return single('Tests', 'I found no tests. Should the plan add some?', [
    option('A few, first', 'They hold what must not break'),
    option('Later', 'Noted as a next step'),
    option('No tests', 'Quickest, and nothing guards the change'),
  ]);
}

function readers({ name }: Facts): GuideQuestion {
  const subject = name === null ? 'this project' : inShort(name, 40);
  return single('Readers', `Who should the README of ${subject} be written for?`, [
    option('People who use it', 'Starts with installing it and the smallest example'),
    option('Contributors', 'Starts with the layout of the code and how to run the tests'),
    option('Both equally', 'Longer; a short part for each'),
  ]);
}

function sections({ scripts, tests, folders }: Facts): GuideQuestion {
  const begin =
    scripts.length > 0 ? `With the scripts I found: ${scripts.slice(0, 3).join(', ')}` : 'How to begin';
  const layout = folders.length > 0 ? `A line for ${folders.slice(0, 3).join(', ')}` : 'A line for each file';
  const checks =
    tests.length > 0 ? 'How to run the tests that are here' : 'There are no tests yet; it would say so';
  return several('Sections', 'Which sections should it have?', [
    option('Quick start', begin),
    option('Usage example', 'One that can be copied and run'),
    option('Layout', layout),
    option('Tests', checks),
  ]);
}

function existingReadme({ readme }: Facts): GuideQuestion {
  if (readme !== null) {
    return single('Existing', `There is already a ${readme}. What should happen to it?`, [
      option('Keep and extend', 'Nothing is lost; the new sections are added'),
      option('Rewrite it', 'One voice throughout; the old text goes'),
      option('Start beside it', 'A new file, so that you can compare first'),
    ]);
  }
  return single('Length', 'There is no README yet. How long should the new one be?', [
    option('One screen', 'Read in a minute'),
    option('Two or three screens', 'Room for examples and explanations'),
    option('As long as needed', 'Complete, but slower to read and to keep true'),
  ]);
}

type Option = { label: string; description: string };

/** One question in the shape of `ask_user_question`. */
export type GuideQuestion = { question: string; header: string; multiSelect: boolean; options: Option[] };

/** Returns a question with one answer; its first option is the recommended one. */
function single(header: string, question: string, options: Option[]): GuideQuestion {
  return { question, header, multiSelect: false, options: recommendFirst(options) };
}

/** Returns a question with any number of answers; its first option is the recommended one. */
function several(header: string, question: string, options: Option[]): GuideQuestion {
  return { question, header, multiSelect: true, options: recommendFirst(options) };
}

function recommendFirst(options: Option[]): Option[] {
  return options.map((option, index) => {
    return index === 0 ? { ...option, label: `${option.label} (Recommended)` } : option;
  });
}

function option(label: string, description: string): Option {
  return { label, description: inShort(description, 190) };
}

/** Returns what the guide asks about a README where it has not looked at the folder, for a window without a chat. */
export function sampleAsk(): { toolCallId: ToolCallId; questions: Question[] } {
  const asked = askUserQuestion.parse({ questions: questionsFor('README', factsFrom([]), false) });
  return {
    toolCallId: toolCallIdSchema.parse('sample'),
    questions: asked.type === 'ask' ? asked.questions : [],
  };
}

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
