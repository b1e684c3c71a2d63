import type { StoredCard, End } from './stored-cards.ts';

/** The messages that a person sent about a card. */
export type Sent = { end: End; words: string[] };

/** Everything that the person sent, and which of it a window was told is stored. */
export class Decisions {
  readonly #sent = new Map<string, Sent[]>();
  readonly #acknowledged = new Map<string, Sent>();
  /** The texts typed into forms since what is known to be stored, by form; that comes first. */
  readonly #drafts = new Map<string, string[]>();
  /** Number of drafts that were acknowledged. */
  saved = 0;

  get acknowledged(): number {
    return this.#acknowledged.size;
  }

  /** Notes what is about to be sent; returns what notes that it was taken. */
  send(id: string, sent: Sent): () => void {
    this.#sent.set(id, [...(this.#sent.get(id) ?? []), sent]);
    return () => {
      this.#acknowledged.set(id, sent);
    };
  }

  /** Notes what is about to be saved of a form; returns what notes that it is stored. */
  type(id: string, text: string): () => void {
    this.#drafts.set(id, [...(this.#drafts.get(id) ?? ['']), text]);
    return () => {
      const typed = this.#drafts.get(id) ?? [];
      this.#drafts.set(id, typed.slice(typed.indexOf(text)));
      this.saved += 1;
    };
  }

  /** Number of open forms whose draft is none of what it may be; of those that follow it is as it was found. */
  lostDrafts(cards: readonly StoredCard[], bodies: ReadonlyMap<string, string>): number {
    const open = new Set(cards.flatMap((card) => (card.open ? [card.id] : [])));
    const lost = [...this.#drafts].filter(([id, typed]) => {
      const body = bodies.get(id) ?? '';
      return open.has(id) && !typed.some((text) => (text === '' ? body === '' : body.includes(text)));
    });
    return lost.length;
  }

  /** Number of decisions that are not there as they were acknowledged, and of those that nobody sent. */
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
