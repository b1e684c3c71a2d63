import type { Terminal } from '@xterm/headless';

/** More than any program means by a count, in an escape sequence that repeats something. */
const mostRepeats = 1_000;

/** The sequences whose count is work: insert, delete, erase, repeat, tabs; and those that move whole lines. */
const repeating = ['@', 'P', 'X', 'b', 'I', 'Z'];
const repeatingLines = ['L', 'M', 'S', 'T'];

/** The cost of moving a line, in characters, and the most that the sequences of one piece may cost. */
const lineCost = 50;
const mostCost = 250_000;

/** Bounds the work that escape sequences with a count make in a terminal: what is too much has no effect. */
export class SequenceWork {
  #cost = 0;

  constructor(terminal: Terminal) {
    for (const final of [...repeating, ...repeatingLines])
      terminal.parser.registerCsiHandler({ final }, ([count]) =>
        this.#isTooMuch(typeof count === 'number' ? count : 1, repeatingLines.includes(final)),
      );
  }

  /** Counts anew, for the next piece of an output. */
  beginPiece(): void {
    this.#cost = 0;
  }

  #isTooMuch(count: number, ofLines: boolean): boolean {
    if (count > mostRepeats) return true;
    this.#cost += ofLines ? count * lineCost : count;
    return this.#cost > mostCost;
  }
}
