import type { OutputLine, OutputPage } from '../../shared/transcript/command-run.ts';

/** The first and last lines of a command's output, as they are stored; `encodings` are those other than UTF-8. */
export type KeptOutput = {
  head: OutputLine[];
  tail: OutputLine[];
  total: number;
  encodings?: string[] | undefined;
};

/** In characters. */
const pageSize = 500_000;

/** How much a mark counts, in characters. */
const markSize = 40;

/** Keeps the first and last lines of an output, each up to half of a size in characters, marks included. */
export class KeptLines {
  readonly #half: number;
  readonly #head: OutputLine[] = [];
  #headSize = 0;
  #headIsFull = false;
  #tail: OutputLine[] = [];
  #tailStart = 0;
  #tailSize = 0;
  #total = 0;

  constructor(size = 10_000_000) {
    this.#half = size / 2;
  }

  /** The number of lines of the whole output. */
  get total(): number {
    return this.#total;
  }

  add(line: OutputLine): void {
    this.#total += 1;
    const size = sizeOf(line);
    if (!this.#headIsFull && this.#headSize + size <= this.#half) {
      this.#head.push(line);
      this.#headSize += size;
      return;
    }
    this.#headIsFull = true;
    this.#tail.push(line);
    this.#tailSize += size;
    while (this.#tailSize > this.#half && this.#tailStart < this.#tail.length - 1) {
      const first = this.#tail[this.#tailStart];
      if (first !== undefined) this.#tailSize -= sizeOf(first);
      this.#tailStart += 1;
    }
    if (this.#tailStart > 10_000) this.#dropLost();
  }

  last(count: number): OutputLine[] {
    const tail = this.#tail.slice(Math.max(this.#tailStart, this.#tail.length - count));
    const missing = count - tail.length;
    if (missing <= 0 || this.#tailStart > 0) return tail;
    return [...this.#head.slice(-missing), ...tail];
  }

  kept(): KeptOutput {
    return { head: this.#head, tail: this.#tail.slice(this.#tailStart), total: this.#total };
  }

  #dropLost(): void {
    this.#tail = this.#tail.slice(this.#tailStart);
    this.#tailStart = 0;
  }
}

function sizeOf({ text, marks = [] }: OutputLine): number {
  return text.length + 1 + marks.length * markSize;
}

/** Returns the line numbers that were not kept; null for none. */
function leftOutOf({ head, tail, total }: KeptOutput): OutputPage['leftOut'] {
  const to = total - tail.length;
  return to > head.length ? { from: head.length, to } : null;
}

/** Returns a page of an output from a line on; lines that were not kept are skipped. */
export function readPage(output: KeptOutput, from: number): OutputPage {
  const { head, tail, total } = output;
  const leftOut = leftOutOf(output);
  const first = leftOut !== null && from >= leftOut.from && from < leftOut.to ? leftOut.to : from;
  const source = first < head.length ? head.slice(first) : tail.slice(first - (total - tail.length));
  const lines: OutputLine[] = [];
  let size = 0;
  for (const line of source) {
    size += sizeOf(line);
    if (size > pageSize && lines.length > 0) break;
    lines.push(line);
  }
  return { from: first, lines, total, leftOut };
}

/**
 * Returns the text of an output for a model: its first and last lines, at most `most` bytes of UTF-8, with a line
 * for what was left out.
 */
export function textForModel({ head, tail, total }: KeptOutput, most = 255_900): string {
  const lines = [...head, ...tail].map(({ text }) => text);
  const isWhole = head.length + tail.length === total;
  const whole = lines.join('\n');
  if (isWhole && Buffer.byteLength(whole) <= most) return whole;
  const first = takeLines(head.length === 0 ? lines : head.map(({ text }) => text), most / 2);
  const rest = isWhole ? lines.slice(first.length) : tail.map(({ text }) => text);
  const last = takeLines(rest.toReversed(), most / 2).toReversed();
  const left = total - first.length - last.length;
  const note = left > 0 ? [`(${left} ${left === 1 ? 'line' : 'lines'} left out here)`] : [];
  return [...first, ...note, ...last].join('\n');
}

/** Returns the lines that fit into a size; a single longer line is cut. */
function takeLines(lines: readonly string[], most: number): string[] {
  const taken: string[] = [];
  let size = 0;
  for (const line of lines) {
    size += Buffer.byteLength(line) + 1;
    if (size > most) break;
    taken.push(line);
  }
  const [first] = lines;
  return taken.length === 0 && first !== undefined ? [`${first.slice(0, most / 4)}…`] : taken;
}
