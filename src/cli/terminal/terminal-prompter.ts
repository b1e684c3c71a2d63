import { createInterface } from 'node:readline';
import type { Prompter } from '../../shared/dialects/agent-shell/handler.ts';
import type { AskEnding } from '../../shared/dialects/dialect.ts';
import { visibleText } from '../../shared/hidden-characters.ts';
import { checkAnswers } from '../../shared/questions/answers.ts';
import { optionsOf, takesSeveral } from '../../shared/questions/question-kinds.ts';
import type { Answer, Option, PickedQuestion, Question } from '../../shared/questions/questions.ts';
import { interrupted } from '../../shared/questions/cancel-reasons.ts';

type TerminalStreams = {
  input: NodeJS.ReadableStream & { isTTY?: boolean };
  output: NodeJS.WritableStream & { isTTY?: boolean; columns?: number };
};

/** Prints a prompt and returns the line typed at it; undefined once the input has ended. */
type ReadLine = (prompt: string) => Promise<string | undefined>;

/** `write` prints lines; `columns` is the width of a line. */
type Terminal = { read: ReadLine; write: (text: string) => void; columns: number };

/** The person left: Ctrl+C, or the end of input. */
class Left extends Error {}

/** Asks in a terminal, one question at a time; prints nothing to standard output. */
export function createTerminalPrompter({ input, output }: TerminalStreams): Prompter {
  return {
    async ask(questions): Promise<AskEnding> {
      const terminal = input.isTTY === true && output.isTTY === true;
      const lines = createInterface({ input, output, terminal });
      const read = lineReader(lines, output);
      try {
        const write = (text: string) => void output.write(`${text}\n`);
        return await askAll(questions, { read, write, columns: columnsOf(output) });
      } catch (error) {
        if (!(error instanceof Left)) throw error;
        output.write('\n');
        return { type: 'cancelled', reason: interrupted };
      } finally {
        lines.close();
      }
    },
  };
}

/** Lines are only wrapped for a terminal; 80 if it does not say how wide it is. */
function columnsOf({ isTTY, columns }: TerminalStreams['output']): number {
  return isTTY === true ? columns || 80 : Number.POSITIVE_INFINITY;
}

/** Keeps lines that come before they are asked for: a pipe sends them all at once. */
function lineReader(lines: ReturnType<typeof createInterface>, output: NodeJS.WritableStream): ReadLine {
  const kept: string[] = [];
  let over = false;
  let wake: () => void = () => undefined;
  lines.on('line', (line) => {
    kept.push(line);
    wake();
  });
  const end = () => {
    over = true;
    wake();
  };
  lines.on('close', end).on('SIGINT', end);
  process.once('SIGINT', end);
  return async (prompt) => {
    lines.setPrompt(prompt);
    if (kept.length === 0 && !over) lines.prompt();
    else output.write(prompt);
    while (kept.length === 0 && !over) await new Promise<void>((resolve) => (wake = resolve));
    return kept.shift();
  };
}

/** If every question was skipped there is no answer to print, and the ask counts as cancelled. */
async function askAll(questions: readonly Question[], terminal: Terminal): Promise<AskEnding> {
  const answers: Answer[] = [];
  for (const question of questions) answers.push(await askOne(question, terminal));
  const checked = checkAnswers(questions, answers);
  if (!checked.ok) throw new Error(checked.problem);
  const { replies } = checked.outcome;
  if (replies.every(({ status }) => status === 'skipped'))
    return { type: 'cancelled', reason: 'No question was answered.' };
  return checked.outcome;
}

async function askOne(question: Question, terminal: Terminal): Promise<Answer> {
  const { id: questionId, prompt, header } = question;
  const inFrame = terminal.columns - '│ '.length;
  const choices = optionsOf(question).flatMap(({ label, description = '' }, index) => [
    ...hangingLines(` ${index + 1}. `, label, inFrame),
    ...hangingLines('    ', description, inFrame),
  ]);
  const other = choices.length === 0 ? [] : ['', ...choices, ' 0. Other (custom input)'];
  terminal.write(`\n${framed(header ?? questionId, [...hangingLines('', prompt, inFrame, 4), ...other])}`);
  const { picks, other: asksOwnWords } = await readAnswer(question, terminal);
  return { questionId, picks, ...(asksOwnWords ? await readOwnWords(terminal) : {}) };
}

const tries = 3;

type Chosen = { picks: string[]; other: boolean };

async function readAnswer(question: Question, terminal: Terminal): Promise<Chosen> {
  switch (question.kind) {
    case 'choice':
    case 'yesno':
      return readChoice(question, terminal);
    case 'text':
      return { picks: [], other: true };
  }
}

/** Asks again, with the reason, when a line is not understood; after the last try nothing is picked. */
async function readChoice(question: PickedQuestion, terminal: Terminal): Promise<Chosen> {
  const prompt = takesSeveral(question)
    ? 'Enter numbers (e.g., 1,3) or 0 for custom: '
    : 'Enter number or 0 for custom: ';
  for (let left = tries; left > 0; left -= 1) {
    const pick = readPick(await readOrLeave(terminal, prompt), question);
    switch (pick.type) {
      case 'picked':
        return pick;
      case 'recommended':
        terminal.write(`Nothing was entered, so the recommended option is chosen: ${oneLine(pick.label)}`);
        return { picks: [pick.label], other: false };
      case 'again':
        terminal.write(oneLine(pick.why));
    }
  }
  terminal.write(`The question is skipped after ${tries} tries.`);
  return { picks: [], other: false };
}

/** Asks once more after an empty answer, then leaves it out. */
async function readOwnWords(terminal: Terminal): Promise<{ custom?: string }> {
  for (const prompt of ['Enter your answer: ', 'Enter your answer: ']) {
    const custom = await readOrLeave(terminal, prompt);
    if (custom.trim() !== '') return { custom };
  }
  return {};
}

async function readOrLeave({ read }: Terminal, prompt: string): Promise<string> {
  const line = await read(prompt);
  if (line === undefined) throw new Left();
  return line;
}

/**
 * What a typed line means:
 * - `picked`: labels in the order typed, perhaps with Other
 * - `recommended`: nothing was typed, and the first option is recommended
 * - `again`: it is asked again, `why` is the reason in a sentence
 */
type TerminalPick =
  | { type: 'picked'; picks: string[]; other: boolean }
  | { type: 'recommended'; label: string }
  | { type: 'again'; why: string };

/** A word of a line: an option, Other, a number without an option, or anything else. */
type Word =
  | { type: 'option'; label: string }
  | { type: 'other' }
  | { type: 'no-option' }
  | { type: 'unknown'; text: string };

/**
 * Reads a line typed at a question: numbers of options, whole labels in any case, `0` or `other`; one of
 * them, or several with commas between. A number comes before a label of the same digits. Numbers without an
 * option are ignored if something else is left, and of several picks a question of one answer takes the
 * first. A line with anything else picks nothing.
 */
export function readPick(line: string, question: PickedQuestion): TerminalPick {
  const options = optionsOf(question);
  if (line.trim() === '') return emptyLine(options);
  const words = wordsOf(line, options);
  const unknown = words.find((word) => word.type === 'unknown');
  if (unknown !== undefined)
    return again(`"${unknown.text}" is neither the number of an option nor its whole name.`);
  const valid = words.filter((word) => word.type !== 'no-option');
  if (valid.length === 0)
    return again(`There is no option of that number; they go from 1 to ${options.length}.`);
  const chosen = takesSeveral(question) ? valid : valid.slice(0, 1);
  const picks = chosen.flatMap((word) => (word.type === 'option' ? [word.label] : []));
  return { type: 'picked', picks: [...new Set(picks)], other: chosen.some(({ type }) => type === 'other') };
}

function emptyLine([first]: readonly Option[]): TerminalPick {
  if (first !== undefined && /\(recommended\)/i.test(first.label))
    return { type: 'recommended', label: first.label };
  return again('Nothing was entered, and the first option is not a recommended one.');
}

/**
 * Numbers may be separated by blanks; a label has blanks of its own, and commas only if it is the whole line.
 */
function wordsOf(line: string, options: readonly Option[]): Word[] {
  const whole = readWord(line, options);
  if (whole.type !== 'unknown') return [whole];
  const separator = /^[\d\s,]+$/.test(line) ? /[\s,]+/ : ',';
  const pieces = line.split(separator).filter((piece) => piece.trim() !== '');
  return pieces.length === 0 ? [whole] : pieces.map((piece) => readWord(piece, options));
}

function readWord(piece: string, options: readonly Option[]): Word {
  const text = piece.trim();
  const isNumber = /^\d+$/.test(text);
  if (folded(text) === 'other' || (isNumber && Number(text) === 0)) return { type: 'other' };
  const option =
    (isNumber ? options[Number(text) - 1] : undefined) ??
    options.find(({ label }) => folded(label) === folded(text));
  if (option !== undefined) return { type: 'option', label: option.label };
  return isNumber ? { type: 'no-option' } : { type: 'unknown', text };
}

/** A label of several lines is typed in one, so all blanks are the same. */
function folded(text: string): string {
  return text.trim().replace(/\s+/g, ' ').toLowerCase();
}

function again(why: string): TerminalPick {
  return { type: 'again', why };
}

const width = 52;

/** Returns a foreign text on one line, as a terminal shows it. */
export function oneLine(text: string): string {
  return visibleText(text.replace(/\s+/g, ' ').trim(), 'line');
}

/**
 * Wraps a foreign text to at most `columns` cells. The first line follows `first`, the others are indented by
 * `indent`, so that none of them can pass for one of ours.
 */
export function hangingLines(first: string, text: string, columns: number, indent = first.length): string[] {
  const room = Math.max(columns - Math.max(first.length, indent), 10);
  const rest = ' '.repeat(indent);
  return visibleText(text)
    .split(/\r?\n/)
    .flatMap((line) => wrapped(line.replaceAll('\t', '  '), room))
    .map((line, index) => (index === 0 ? first : rest) + line);
}

/** Wraps at blanks, and within a word that is longer than a line. */
function wrapped(line: string, room: number): string[] {
  const lines: string[] = [];
  let characters = Array.from(line);
  for (let fits = fitting(characters, room); fits < characters.length; fits = fitting(characters, room)) {
    const blank = characters.lastIndexOf(' ', fits);
    const end = blank > 0 ? blank : fits;
    lines.push(characters.slice(0, end).join(''));
    characters = characters.slice(blank > 0 ? end + 1 : end);
  }
  return [...lines, characters.join('')];
}

/** Returns how many characters fit; a character that may be two cells wide counts as two. */
function fitting(characters: readonly string[], room: number): number {
  let cells = 0;
  const over = characters.findIndex((character) => (cells += character < '\u1100' ? 1 : 2) > room);
  return over < 0 ? characters.length : over;
}

/** Draws a box with a name in its upper edge, open to the right since lines vary in length. */
export function framed(name: string, lines: readonly string[]): string {
  const title = oneLine(name);
  const rest = '─'.repeat(Math.max(3, width - 4 - title.length));
  return [
    `┌─ ${title} ${rest}┐`,
    ...lines.map((line) => `│ ${line}`.trimEnd()),
    `└${'─'.repeat(width - 1)}┘`,
  ].join('\n');
}
