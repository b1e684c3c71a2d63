import { stripVTControlCharacters } from 'node:util';

/** The least that keeps an output as lines without escapes: no screen, no carriage returns, no colours. */
export class BareLines {
  readonly lines: string[] = [];
  #rest = '';

  write(text: string): void {
    const lines = (this.#rest + stripVTControlCharacters(text)).split('\n');
    this.#rest = lines.pop() ?? '';
    this.lines.push(...lines);
    if (this.lines.length > 100_000) this.lines.splice(0, 50_000);
  }
}
