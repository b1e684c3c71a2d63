import type { IBuffer, IBufferCell, IMarker, Terminal } from '@xterm/headless';
import type { OutputLine } from '../../shared/transcript/command-run.ts';
import { lastRow, linesOf } from './screen-lines.ts';
import { SequenceWork } from './sequence-work.ts';

/** The most lines that a write may bring, so that none leaves the terminal before it is taken. */
const linesAtOnce = 1_000;

/** Pieces have between so many characters: fewer where one took long, so that no output holds up the process. */
const fewestAtOnce = 256;
const mostAtOnce = 32_768;

/** A piece that took longer is followed by a smaller one, in milliseconds. */
const longPiece = 20;

/** A line that is wrapped over more rows than these becomes several. */
const longestLine = 100;

/** Characters that a terminal adds to the one before them, in the same cell. */
const joining = /[\p{M}\p{Cf}\u1160-\u11FF\uD7B0-\uD7FF]/u;

/** More characters than any letter is made of, in UTF-16 units. */
const largestCell = 256;

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
  readonly #work: SequenceWork;
  #atOnce = 4_096;

  constructor(terminal: Terminal, onLine: (line: OutputLine) => void) {
    this.#terminal = terminal;
    this.#onLine = onLine;
    this.#work = new SequenceWork(terminal);
  }

  /** Shows some output; resolves when its effect is there. Calls must not overlap. */
  async write(text: string): Promise<void> {
    this.#sawEscape ||= text.includes('\u001B');
    for (let from = 0; from < text.length; ) {
      const piece = pieceOf(text, from, this.#atOnce);
      from += piece.length;
      this.#work.beginPiece();
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
      for (let x = 0; row !== undefined && x < this.#terminal.cols; x += 1) {
        cell = row.getCell(x, cell);
        if ((cell?.getChars().length ?? 0) > largestCell) return true;
      }
    }
    return false;
  }

  /** Takes what is on the screen and begins an empty one, so that no cell of it grows without end. */
  #startAnew(): void {
    this.#takeAll();
    this.#from?.dispose();
    this.#from = undefined;
    this.#terminal.reset();
  }

  #takeAll(): void {
    const { normal } = this.#terminal.buffer;
    for (const line of this.#linesOf(normal, this.#start(), lastRow(normal) + 1)) this.#onLine(line);
  }

  /** Returns what stands on the screen, without the empty rows below it. */
  screen(): OutputLine[] {
    const { active, normal } = this.#terminal.buffer;
    const from = active === normal ? this.#start() : active.baseY;
    return this.#linesOf(active, from, lastRow(active) + 1);
  }

  /** Takes all that is still on the screen. */
  end(): void {
    this.#takeAll();
    this.#terminal.dispose();
  }

  #linesOf(buffer: IBuffer, from: number, to: number): OutputLine[] {
    return linesOf(buffer, { from, to }, this.#sawEscape ? this.#terminal.cols : 0);
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
