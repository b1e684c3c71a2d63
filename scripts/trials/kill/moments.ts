import { oneOf } from '../random.ts';

/**
 * The kinds of moment at which a trial kills its host. Each life aims at one of the kinds met least; which ones
 * it did meet is read from what it leaves behind.
 */
export class Moments<Moment extends string> {
  readonly #met: Map<Moment, number>;
  readonly #random: () => number;

  constructor(all: readonly [Moment, ...Moment[]], random: () => number) {
    this.#met = new Map(all.map((moment) => [moment, 0]));
    this.#random = random;
  }

  /** The moment that the next life aims at. */
  next(): Moment {
    const least = Math.min(...this.#met.values());
    const [first, ...others] = [...this.#met].flatMap(([moment, count]) => (count === least ? [moment] : []));
    if (first === undefined) throw new Error('A trial aims at something.');
    return oneOf(this.#random, [first, ...others]);
  }

  /** Counts a life that was ended at these moments. */
  met(moments: Iterable<Moment>): void {
    for (const moment of new Set(moments)) this.#met.set(moment, (this.#met.get(moment) ?? 0) + 1);
  }

  /** The moments that no life has met. */
  get missing(): Moment[] {
    return [...this.#met].flatMap(([moment, count]) => (count === 0 ? [moment] : []));
  }

  /** The number of lives that met each moment. */
  figures(): Record<string, number> {
    return Object.fromEntries(this.#met);
  }
}
