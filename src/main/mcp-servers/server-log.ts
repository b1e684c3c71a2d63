/** The lines of a log that are kept, and the longest that one of them may be, in characters. */
const mostLines = 200;
const longestLine = 2_000;

/** The last lines that a server wrote to its standard error, and what Parley says of it. */
export class ServerLog {
  #lines: string[] = [];
  #open = '';

  /** Takes text as it comes; a line ends where it says so. */
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
