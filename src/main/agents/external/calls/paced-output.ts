/** The output that is kept for a window that comes later, in characters. */
const mostKept = 200_000;

/** The output that may be on its way to the screen before the program waits, and that at which it goes on. */
const mostUnread = 100_000;
const fewUnread = 20_000;

/** More than any sign-in writes, in characters. */
const mostOutput = 20_000_000;

/** Has a program wait, or go on. */
type Flow = { pause: () => void; resume: () => void };

/** The output of a terminal: kept for a window that comes later, and no faster than the window that shows it reads it. */
export class PacedOutput {
  readonly #flow: Flow;
  #kept = '';
  #written = 0;
  #isShown = false;
  #pending = '';
  #unread = 0;
  #isPaused = false;

  constructor(flow: Flow) {
    this.#flow = flow;
  }

  /** The end of all that was printed. */
  get kept(): string {
    return this.#kept;
  }

  /** Takes what was printed; false once that is more than is taken. */
  take(data: string): boolean {
    this.#written += data.length;
    if (this.#written > mostOutput) return false;
    this.#kept = lastOf(this.#kept + data);
    if (this.#isShown) this.#pending += data;
    this.#unread += data.length;
    if (this.#unread > mostUnread && !this.#isPaused) {
      this.#isPaused = true;
      this.#flow.pause();
    }
    return true;
  }

  /** A window shows what is kept; it reads what is printed from now on. */
  show(): void {
    this.#isShown = true;
    this.#pending = '';
    this.#unread = 0;
    if (this.#isPaused) this.#goOn();
  }

  hide(): void {
    this.#isShown = false;
    this.#pending = '';
  }

  /** Returns what was printed since the last call, for the window that shows it. */
  read(): string {
    const data = this.#pending;
    this.#pending = '';
    return data;
  }

  /** Notes how much of it a window has on its screen. */
  took(characters: number): void {
    this.#unread = Math.max(0, this.#unread - characters);
    if (this.#isPaused && this.#unread <= fewUnread) this.#goOn();
  }

  #goOn(): void {
    this.#isPaused = false;
    this.#flow.resume();
  }
}

/** Returns the end of an output, from the beginning of a line on where it was cut. */
function lastOf(output: string): string {
  if (output.length <= mostKept * 1.25) return output;
  const cut = output.slice(-mostKept);
  return cut.slice(cut.indexOf('\n') + 1);
}
