import type { StoredCard, End } from './stored-cards.ts';

/** The messages that a person sent about a card. */
export type Sent = { end: End; words: string[] };

/** Everything that the person sent, and which of it a window was told is stored. */
export class Decisions {
  readonly #sent = new Map<string, Sent[]>();
  readonly #acknowledged = new Map<string, Sent>();
  /** The texts typed into forms, by form: first the one known to be stored, then those since. */
  readonly #drafts = new Map<string, string[]>();
  /** Number of drafts that were acknowledged. */
  saved = 0;

  get acknowledged(): number {
    return this.#acknowledged.size;
  }

  /** Notes what is about to be sent; returns a function that notes that it was accepted. */
  send(id: string, sent: Sent): () => void {
    this.#sent.set(id, [...(this.#sent.get(id) ?? []), sent]);
    return () => {
      this.#acknowledged.set(id, sent);
    };
  }

  /** Notes what is about to be saved of a form; returns a function that notes that it is stored. */
  type(id: string, text: string): () => void {
    this.#drafts.set(id, [...(this.#drafts.get(id) ?? ['']), text]);
    return () => {
      const typed = this.#drafts.get(id) ?? [];
      this.#drafts.set(id, typed.slice(typed.indexOf(text)));
      this.saved += 1;
    };
  }

  /** How many open forms lack every draft that they may have. */
  lostDrafts(cards: readonly StoredCard[], bodies: ReadonlyMap<string, string>): number {
    const open = new Set(cards.flatMap((card) => (card.open ? [card.id] : [])));
    const lost = [...this.#drafts].filter(([id, typed]) => {
      const body = bodies.get(id) ?? '';
      return open.has(id) && !typed.some((text) => (text === '' ? body === '' : body.includes(text)));
    });
    return lost.length;
  }

  /** How many decisions are not there as they were acknowledged, and how many are there that nobody sent. */
  faultsIn(cards: readonly StoredCard[]): { lost: number; unsent: number } {
    const byId = new Map(cards.map((card) => [card.id, card]));
    const isAs = ({ end, words }: Sent, card: StoredCard | undefined) =>
      card?.decided === end && words.every((word) => card.words.includes(word));
    return {
      lost: [...this.#acknowledged].filter(([id, sent]) => !isAs(sent, byId.get(id))).length,
      unsent: cards.filter(({ id, decided }) => {
        const sent = this.#sent.get(id) ?? [];
        return decided !== null && !sent.some(({ end }) => end === decided);
      }).length,
    };
  }
}
