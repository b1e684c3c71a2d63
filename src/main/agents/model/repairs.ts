/** How a refused request can be changed before it is sent again. */
export type RepairKind =
  | 'without-images'
  | 'without-any-image'
  | 'without-tools'
  | 'without-any-tool'
  | 'summarised'
  | 'shortened';

const most = 3;

/** Allows three repairs of one request, each kind once. */
export class Repairs {
  readonly #made = new Set<RepairKind>();

  allow(kind: RepairKind): boolean {
    return this.#made.size < most && !this.#made.has(kind);
  }

  add(kind: RepairKind): void {
    this.#made.add(kind);
  }
}
