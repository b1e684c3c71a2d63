/** A way in which a refused request is changed before it is made again. */
export type RepairKind = 'without-images' | 'without-any-image' | 'summarised' | 'shortened';

/** The most repairs of one request. */
const most = 3;

/** The repairs of one request: three at most, each kind once. */
export class Repairs {
  readonly #made = new Set<RepairKind>();

  /** True where a kind of repair may still be tried. */
  allow(kind: RepairKind): boolean {
    return this.#made.size < most && !this.#made.has(kind);
  }

  /** Counts a repair that was made. */
  add(kind: RepairKind): void {
    this.#made.add(kind);
  }
}
