/** The most lines of a log, and the longest line, in characters. */
const mostLines = 200;
const longestLine = 2_000;

/** The last lines of a server's standard error, and Parley's own notes. */
export class ServerLog {
  #lines: string[] = [];
  #open = '';

  /** Takes text in pieces of any size. */
  write(text: string): void {
    const [first = '', ...rest] = text.split(/\r?\n/);
    this.#open = (this.#open + first).slice(0, longestLine);
    for (const line of rest) {
      this.#add(this.#open);
      this.#open = line.slice(0, longestLine);
    }
  }

  lines(): string[] {
    return this.#open === '' ? [...this.#lines] : [...this.#lines, this.#open];
  }

  #add(line: string): void {
    if (line.trim() === '') return;
    this.#lines.push(line);
    if (this.#lines.length > mostLines) this.#lines = this.#lines.slice(-mostLines);
  }
}
