import { createInterface } from 'node:readline';
import type { Prompter } from '../../shared/dialects/agent-shell/handler.ts';
import type { CallEnding } from '../../shared/dialects/dialect.ts';
import { checkAnswers } from '../../shared/questions/answer-check.ts';
import { interrupted } from '../../shared/questions/endings.ts';
import type { Answer } from '../../shared/questions/outcome.ts';
import type { Question } from '../../shared/questions/question.ts';
import { readPick } from './terminal-pick.ts';
import { framed, hangingLines, oneLine } from './terminal-text.ts';

/** Where the person types and where they read. */
export type TerminalStreams = {
  input: NodeJS.ReadableStream & { isTTY?: boolean };
  output: NodeJS.WritableStream & { isTTY?: boolean; columns?: number };
};

/** Prints a prompt and gives the line typed at it; undefined when there is none any more. */
type ReadLine = (prompt: string) => Promise<string | undefined>;

/** The person's terminal: `write` prints a text as lines of their own, `columns` is how wide a line is. */
type Terminal = { read: ReadLine; write: (text: string) => void; columns: number };

/** The person left: Ctrl+C, or the end of the input. */
class Left extends Error {}

/** Puts questions to the person in a terminal, one at a time; nothing it prints goes to standard output. */
export function createTerminalPrompter({ input, output }: TerminalStreams): Prompter {
  return {
    async ask(questions): Promise<CallEnding> {
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

/** Lines are broken for a terminal alone; one that does not know its width has the usual one. */
function columnsOf({ isTTY, columns }: TerminalStreams['output']): number {
  return isTTY === true ? columns || 80 : Number.POSITIVE_INFINITY;
}

/** Lines that came before they were asked for are kept, as a pipe sends them all at once. */
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

/** Questions that were all left out end as a cancelled ask, for there is no answer to print. */
async function askAll(questions: readonly Question[], terminal: Terminal): Promise<CallEnding> {
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
  const { id: questionId, prompt, header, options } = question;
  const inFrame = terminal.columns - '│ '.length;
  const choices = options.flatMap(({ label, description = '' }, index) => [
    ...hangingLines(` ${index + 1}. `, label, inFrame),
    ...hangingLines('    ', description, inFrame),
  ]);
  const other = options.length === 0 ? [] : ['', ...choices, ' 0. Other (custom input)'];
  terminal.write(`\n${framed(header ?? questionId, [...hangingLines('', prompt, inFrame, 4), ...other])}`);
  const { picks, other: asksOwnWords } =
    options.length === 0 ? { picks: [], other: true } : await readChoice(question, terminal);
  return { questionId, picks, ...(asksOwnWords ? await readOwnWords(terminal) : {}) };
}

const tries = 3;

/** A line that is not understood is asked for again with the reason; after the last try nothing is picked. */
async function readChoice(
  question: Question,
  terminal: Terminal,
): Promise<{ picks: string[]; other: boolean }> {
  const wish = question.multiple
    ? 'Enter numbers (e.g., 1,3) or 0 for custom: '
    : 'Enter number or 0 for custom: ';
  for (let left = tries; left > 0; left -= 1) {
    const pick = readPick(await readOrLeave(terminal, wish), question);
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

/** An empty answer is asked for once more, then left out. */
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
