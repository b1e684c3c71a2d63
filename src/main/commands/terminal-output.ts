import type { IBuffer, IBufferCell, IMarker, Terminal } from '@xterm/headless';
import type { OutputLine } from '../../shared/transcript/command-run.ts';
import { marksOf } from './line-looks.ts';

const columns = 200;
const rows = 50;

/** The most lines that a write may bring, so that none leaves the terminal before it is taken. */
const linesAtOnce = 1_000;

/** Pieces have between so many characters: fewer where one took long, so that no output holds up the process. */
const fewestAtOnce = 256;
const mostAtOnce = 32_768;

/** A piece that took longer is followed by a smaller one, in milliseconds. */
const longPiece = 20;

/** A line that is wrapped over more rows than these becomes several. */
const longestLine = 100;

/** More than any program means by a count, in an escape sequence that repeats something. */
const mostRepeats = 1_000;

/** The sequences whose count is work: insert, delete, erase, repeat, tabs; and those that move whole lines. */
const repeating = ['@', 'P', 'X', 'b', 'I', 'Z'];
const repeatingLines = ['L', 'M', 'S', 'T'];

/** Characters that a terminal adds to the one before them, in the same cell. */
const joining = /[\p{M}\p{Cf}\u1160-\u11FF\uD7B0-\uD7FF]/u;

/** More characters than any letter is made of, in UTF-16 units. */
const largestCell = 256;

/** What moving a line costs, in characters, and the most that the sequences of one piece may cost. */
const lineCost = 50;
const mostCost = 250_000;

/**
 * A terminal that nobody sees, through which an output becomes the lines that a person would see: carriage
 * returns, movements and colours have had their effect. A line is taken as it leaves the screen.
 */
export class TerminalOutput {
  readonly #terminal: Terminal;
  readonly #onLine: (line: OutputLine) => void;
  /** The first row that is not taken yet; undefined for the first row of all. */
  #from: IMarker | undefined;
  #sawEscape = false;
  #cost = 0;
  #atOnce = 4_096;

  constructor(terminal: Terminal, onLine: (line: OutputLine) => void) {
    this.#terminal = terminal;
    this.#onLine = onLine;
    for (const final of [...repeating, ...repeatingLines])
      terminal.parser.registerCsiHandler({ final }, ([count]) =>
        this.#isTooMuch(typeof count === 'number' ? count : 1, repeatingLines.includes(final)),
      );
  }

  #isTooMuch(count: number, ofLines: boolean): boolean {
    if (count > mostRepeats) return true;
    this.#cost += ofLines ? count * lineCost : count;
    return this.#cost > mostCost;
  }

  /** Shows some output; resolves when its effect is there. Calls must not overlap. */
  async write(text: string): Promise<void> {
    this.#sawEscape ||= text.includes('\u001B');
    for (let from = 0; from < text.length; ) {
      const piece = pieceOf(text, from, this.#atOnce);
      from += piece.length;
      this.#cost = 0;
      const began = performance.now();
      await new Promise<void>((resolve) => this.#terminal.write(piece, resolve));
      const tookLong = performance.now() - began > longPiece;
      this.#atOnce = tookLong
        ? Math.max(fewestAtOnce, this.#atOnce / 4)
        : Math.min(mostAtOnce, this.#atOnce * 2);
      this.#take();
      if (joining.test(piece) && this.#hasHugeCell()) this.#startAnew();
    }
  }

  #hasHugeCell(): boolean {
    const { active } = this.#terminal.buffer;
    let cell: IBufferCell | undefined;
    for (let y = active.baseY; y < active.length; y += 1) {
      const row = active.getLine(y);
      for (let x = 0; row !== undefined && x < columns; x += 1) {
        cell = row.getCell(x, cell);
        if ((cell?.getChars().length ?? 0) > largestCell) return true;
      }
    }
    return false;
  }

  /** Takes what is on the screen and begins an empty one, so that no cell of it grows without end. */
  #startAnew(): void {
    const { normal } = this.#terminal.buffer;
    for (const line of this.#linesOf(normal, this.#start(), lastRow(normal) + 1)) this.#onLine(line);
    this.#from?.dispose();
    this.#from = undefined;
    this.#terminal.reset();
  }

  /** Returns what stands on the screen, without the empty rows below it. */
  screen(): OutputLine[] {
    const { active, normal } = this.#terminal.buffer;
    const buffer = active;
    const from = active === normal ? this.#start() : buffer.baseY;
    return this.#linesOf(buffer, from, lastRow(buffer) + 1);
  }

  /** Takes all that is still on the screen. */
  end(): void {
    for (const line of this.#linesOf(
      this.#terminal.buffer.normal,
      this.#start(),
      lastRow(this.#terminal.buffer.normal) + 1,
    ))
      this.#onLine(line);
    this.#terminal.dispose();
  }

  #start(): number {
    return this.#from === undefined || this.#from.isDisposed ? 0 : this.#from.line;
  }

  /** Takes the lines above the screen, which can't change any more. */
  #take(): void {
    const { active, normal } = this.#terminal.buffer;
    if (active !== normal) return;
    const start = this.#start();
    let end = normal.baseY;
    while (end > start && normal.getLine(end)?.isWrapped === true) end -= 1;
    if (normal.baseY - end > longestLine) end = normal.baseY;
    if (end <= start) return;
    for (const line of this.#linesOf(normal, start, end)) this.#onLine(line);
    this.#from?.dispose();
    this.#from = this.#terminal.registerMarker(end - normal.baseY - normal.cursorY);
  }

  /** Returns the lines of some rows; rows that only wrap make one. */
  #linesOf(buffer: IBuffer, from: number, to: number): OutputLine[] {
    const lines: OutputLine[] = [];
    for (let index = from; index < to; index += 1) {
      const row = buffer.getLine(index);
      if (row === undefined) break;
      const wraps = buffer.getLine(index + 1)?.isWrapped === true && index + 1 < to;
      const text = row.translateToString(!wraps);
      const before = row.isWrapped && index > from ? lines.at(-1) : undefined;
      const marks = this.#sawEscape ? marksOf(row, columns, before?.text.length ?? 0) : [];
      if (before === undefined) lines.push({ text, ...(marks.length > 0 && { marks }) });
      else {
        before.text += text;
        if (marks.length > 0) before.marks = [...(before.marks ?? []), ...marks];
      }
    }
    return lines;
  }
}

/** The number of the last row that holds anything, or that the cursor has passed; -1 where there is none. */
function lastRow(buffer: IBuffer): number {
  const cursor = buffer.baseY + buffer.cursorY;
  for (let index = buffer.length - 1; index >= cursor; index -= 1)
    if ((buffer.getLine(index)?.translateToString(true) ?? '') !== '') return index;
  return cursor - 1;
}

/** Returns what comes next of a text: at most so many characters, and no more lines than are taken at once. */
function pieceOf(text: string, from: number, characters: number): string {
  const most = Math.min(text.length, from + characters);
  let lines = 0;
  let to = from;
  while (to < most && lines < linesAtOnce) {
    if (text.charCodeAt(to) === 10) lines += 1;
    to += 1;
  }
  return text.slice(from, to);
}

/** Loads a CommonJS package, whose names no import finds. */
async function loadXterm(): Promise<Xterm> {
  const { createRequire } = await import('node:module');
  const loaded: unknown = createRequire(import.meta.url)('@xterm/headless');
  if (!isXterm(loaded)) throw new Error('The package @xterm/headless has no Terminal.');
  return loaded;
}

type Xterm = { Terminal: typeof Terminal };

function isXterm(loaded: unknown): loaded is Xterm {
  return typeof loaded === 'object' && loaded !== null && 'Terminal' in loaded;
}

/** Makes a terminal; its code is loaded with the first one. */
export async function openTerminal(onLine: (line: OutputLine) => void): Promise<TerminalOutput> {
  const xterm = await loadXterm();
  const terminal = new xterm.Terminal({
    cols: columns,
    rows,
    scrollback: 2_000,
    convertEol: true,
    allowProposedApi: true,
    logLevel: 'off',
  });
  return new TerminalOutput(terminal, onLine);
}
