import { type OpenedFile, textPieces } from '../../folder/file-content.ts';

/** Lines from `from` on; `total` is known if the end of the file was reached. */
export type LineRange = { lines: string[]; total: number | null; cutInLine: boolean };

type RequestedRange = { from: number; count: number; maxCharacters: number };

/**
 * Reads `count` lines from line `from` (counted from 1), holding at most `maxCharacters`; `binary` when the file
 * is not text.
 */
export async function readLineRange(
  file: OpenedFile,
  { from, count, maxCharacters }: RequestedRange,
  signal: AbortSignal,
): Promise<LineRange | 'binary'> {
  const pieces = textPieces(file, signal);
  const collector = new LineCollector(from, count, maxCharacters);
  for (;;) {
    const next = await pieces.next();
    if (next.done) return next.value === 'binary' ? 'binary' : collector.atEnd();
    if (collector.add(next.value)) return collector.range(null);
  }
}

class LineCollector {
  readonly #from: number;
  readonly #end: number;
  #room: number;
  #number = 1;
  #current = '';
  #atLineStart = true;
  readonly #lines: string[] = [];

  constructor(from: number, count: number, maxCharacters: number) {
    this.#from = from;
    this.#end = from + count;
    this.#room = maxCharacters;
  }

  /** Adds text; returns true when the range is complete or the limit is reached. */
  add(text: string): boolean {
    for (let start = 0; start < text.length; ) {
      if (this.#number >= this.#end) return true;
      const newline = text.indexOf('\n', start);
      const stop = newline === -1 ? text.length : newline;
      if (this.#number >= this.#from && !this.#take(text.slice(start, stop))) return true;
      this.#atLineStart = newline !== -1;
      if (newline !== -1) this.#endLine();
      start = stop + 1;
    }
    return false;
  }

  atEnd(): LineRange {
    const total = this.#atLineStart ? this.#number - 1 : this.#number;
    if (!this.#atLineStart) this.#endLine();
    return this.range(total);
  }

  range(total: number | null): LineRange {
    const cutInLine = this.#room <= 0;
    return { lines: cutInLine ? [...this.#lines, this.#current] : this.#lines, total, cutInLine };
  }

  #take(text: string): boolean {
    this.#current += text.slice(0, this.#room);
    this.#room -= text.length + 1;
    return this.#room > 0;
  }

  #endLine(): void {
    if (this.#number >= this.#from && this.#number < this.#end)
      this.#lines.push(this.#current.replace(/\r+$/, ''));
    this.#current = '';
    this.#number += 1;
  }
}
