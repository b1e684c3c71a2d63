import type { IBuffer, IBufferCell, IBufferLine, IMarker, Terminal } from '@xterm/headless';
import type { OutputLine, OutputLook, OutputMark } from '../../shared/transcript/command-run.ts';

/** The most lines in one write, so that none leaves the terminal's scrollback before it is taken. */
const linesAtOnce = 1_000;

/** The size of pieces in characters: smaller where one took long, so that no output blocks the process. */
const fewestAtOnce = 256;
const mostAtOnce = 32_768;

/** After a piece that took longer, in milliseconds, a smaller one follows. */
const longPiece = 20;

/** A line that wraps over more rows is split. */
const longestLine = 100;

/** Characters that a terminal adds to the cell of the one before. */
const joining = /[\p{M}\p{Cf}\u1160-\u11FF\uD7B0-\uD7FF]/u;

/** More than any letter is made of, in UTF-16 units. */
const largestCell = 256;

/**
 * A headless terminal that turns output into the lines a person would see, with carriage returns, cursor
 * movements and colours applied. A line is taken when it leaves the screen.
 */
export class TerminalOutput {
  readonly #terminal: Terminal;
  readonly #onLine: (line: OutputLine) => void;
  /** The first row that is not taken yet; undefined for the very first. */
  #from: IMarker | undefined;
  #sawEscape = false;
  readonly #work: SequenceWork;
  #atOnce = 4_096;

  constructor(terminal: Terminal, onLine: (line: OutputLine) => void) {
    this.#terminal = terminal;
    this.#onLine = onLine;
    this.#work = new SequenceWork(terminal);
  }

  /** Processes output; resolves when that is done. Calls must not overlap. */
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

  /** Takes what is on the screen and clears it, so that no cell grows without end. */
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

  /** Returns the lines on the screen, without empty ones at its end. */
  screen(): OutputLine[] {
    const { active, normal } = this.#terminal.buffer;
    const from = active === normal ? this.#start() : active.baseY;
    return this.#linesOf(active, from, lastRow(active) + 1);
  }

  /** Takes everything that is still on the screen. */
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

/** Returns the next piece of a text, limited in characters and lines. */
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

/** Returns the styled spans of a terminal's row, up to a length in cells; offsets begin at `at`. */
function marksOf(row: IBufferLine, cells: number, at: number): OutputMark[] {
  const marks: OutputMark[] = [];
  let offset = at;
  let cell: IBufferCell | undefined;
  for (let x = 0; x < cells; x += 1) {
    cell = row.getCell(x, cell);
    if (cell === undefined) break;
    const length = cell.getWidth() === 0 ? 0 : cell.getChars().length || 1;
    if (!cell.isAttributeDefault()) addMark(marks, offset, offset + length, looksOf(cell));
    offset += length;
  }
  return marks;
}

/** Adds a span, merged with the one before if the style is the same. */
function addMark(marks: OutputMark[], from: number, to: number, looks: OutputLook[]): void {
  if (looks.length === 0 || from === to) return;
  const last = marks.at(-1);
  if (last?.to === from && last.looks.join() === looks.join()) last.to = to;
  else marks.push({ from, to, looks });
}

function looksOf(cell: IBufferCell): OutputLook[] {
  const colour = cell.isFgPalette()
    ? paletteColour(cell.getFgColor())
    : cell.isFgRGB()
      ? nearestColour(cell.getFgColor())
      : undefined;
  return [
    ...(cell.isBold() || cell.isInverse() ? ['bold' as const] : []),
    ...(cell.isDim() ? ['dim' as const] : []),
    ...(colour === undefined ? [] : [colour]),
  ];
}

/** Black and white are the plain colours of one theme or the other. */
const basic: readonly (OutputLook | undefined)[] = [
  undefined,
  'red',
  'green',
  'yellow',
  'blue',
  'magenta',
  'cyan',
  undefined,
];

/** The palette: sixteen colours, a cube of 6 × 6 × 6, and greys. */
function paletteColour(index: number): OutputLook | undefined {
  if (index === 8) return 'dim';
  if (index < 16) return basic[index % 8];
  if (index > 231) return index < 245 ? 'dim' : undefined;
  const place = index - 16;
  const level = (step: number) => (step === 0 ? 0 : 55 + step * 40);
  const [red, green, blue] = [Math.floor(place / 36), Math.floor(place / 6) % 6, place % 6].map(level);
  return nearestColour(((red ?? 0) << 16) | ((green ?? 0) << 8) | (blue ?? 0));
}

/** Returns the nearest named colour; undefined for greys. */
function nearestColour(rgb: number): OutputLook | undefined {
  const [red, green, blue] = [rgb >> 16, (rgb >> 8) & 255, rgb & 255];
  const most = Math.max(red, green, blue);
  const isStrong = (part: number) => part > most * 0.6;
  if (most - Math.min(red, green, blue) < 48) return undefined;
  if (isStrong(red) && isStrong(green)) return 'yellow';
  if (isStrong(red) && isStrong(blue)) return 'magenta';
  if (isStrong(green) && isStrong(blue)) return 'cyan';
  return most === red ? 'red' : most === green ? 'green' : 'blue';
}

/** More than any program means by a count in an escape sequence. */
const mostRepeats = 1_000;

/** Sequences whose count costs work: insert, delete, erase, repeat, tabs; and those that move lines. */
const repeating = ['@', 'P', 'X', 'b', 'I', 'Z'];
const repeatingLines = ['L', 'M', 'S', 'T'];

/** The cost of moving a line, in characters, and the limit for the sequences of one piece. */
const lineCost = 50;
const mostCost = 250_000;

/** Limits the work of escape sequences with a count; those beyond the limit are ignored. */
class SequenceWork {
  #cost = 0;

  constructor(terminal: Terminal) {
    for (const final of [...repeating, ...repeatingLines])
      terminal.parser.registerCsiHandler({ final }, ([count]) =>
        this.#isTooMuch(typeof count === 'number' ? count : 1, repeatingLines.includes(final)),
      );
  }

  /** Resets the limit for the next piece. */
  beginPiece(): void {
    this.#cost = 0;
  }

  #isTooMuch(count: number, ofLines: boolean): boolean {
    if (count > mostRepeats) return true;
    this.#cost += ofLines ? count * lineCost : count;
    return this.#cost > mostCost;
  }
}

/** Returns the lines of some rows, joining wrapped ones. Styles are read in so many columns. */
function linesOf(buffer: IBuffer, { from, to }: { from: number; to: number }, columns: number): OutputLine[] {
  const lines: OutputLine[] = [];
  for (let index = from; index < to; index += 1) {
    const row = buffer.getLine(index);
    if (row === undefined) break;
    const wraps = buffer.getLine(index + 1)?.isWrapped === true && index + 1 < to;
    const text = row.translateToString(!wraps);
    const before = row.isWrapped && index > from ? lines.at(-1) : undefined;
    const marks = columns === 0 ? [] : marksOf(row, columns, before?.text.length ?? 0);
    if (before === undefined) lines.push({ text, ...(marks.length > 0 && { marks }) });
    else {
      before.text += text;
      if (marks.length > 0) before.marks = [...(before.marks ?? []), ...marks];
    }
  }
  return lines;
}

/** Returns the last row with content or that the cursor has passed; -1 for none. */
function lastRow(buffer: IBuffer): number {
  const cursor = buffer.baseY + buffer.cursorY;
  for (let index = buffer.length - 1; index >= cursor; index -= 1)
    if ((buffer.getLine(index)?.translateToString(true) ?? '') !== '') return index;
  return cursor - 1;
}
