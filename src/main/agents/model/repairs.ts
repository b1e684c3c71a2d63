/** How a request can be changed before it is sent again. */
export type RepairKind =
  | 'asked-again'
  | 'unforced'
  | 'thinking'
  | 'thoughts'
  | 'output'
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

/** What is different in requests for a model, since it refused them as they would be. */
export type Adjustments = {
  /** No tool is forced. */
  unforced?: true;
  /** Nothing is said about thinking. */
  thinking?: 'unsaid';
  /** Earlier thoughts stay away, or each answer has some, empty ones where it has none. */
  thoughts?: 'none' | 'always';
  /** The tokens that an answer may take; null where nothing is to be said about it. */
  mostOutput?: number | null;
};
