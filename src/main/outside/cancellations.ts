import type { After } from '../questions/ask-timeouts.ts';
import type { OpenRequest } from './presence.ts';

/** Longer than a window waits before it saves what is typed, and than that takes to arrive. */
const lateTextMs = 500;

/** A card whose asker cancelled its request. */
export type CancelledCard = {
  request: OpenRequest;
  /** Whether a person has begun on it. */
  isTouched(): boolean;
  /** Closes it; false when the person was faster, or it failed. */
  close(): boolean | Promise<boolean>;
};

export type CancellationsParts = {
  after: After;
  report: (error: unknown) => void;
};

/**
 * Closes cards whose askers cancelled. One that a person has begun on stays, as that of an asker that is
 * gone; so a card closes only when what a person may have typed just then has had the time to arrive.
 * One whose asker asks again within that time stays for it.
 */
export class Cancellations {
  readonly #parts: CancellationsParts;
  readonly #closing = new Set<() => void>();

  constructor(parts: CancellationsParts) {
    this.#parts = parts;
  }

  cancel(card: CancelledCard): void {
    if (this.#isTouched(card)) return card.request.gone();
    const callOff = this.#parts.after(lateTextMs, () => {
      this.#closing.delete(callOff);
      void this.#close(card);
    });
    this.#closing.add(callOff);
    card.request.over(() => {
      this.#closing.delete(callOff);
      callOff();
    });
  }

  /** Leaves the cards that would have been closed next; after the next start their askers are gone. */
  close(): void {
    for (const callOff of this.#closing) callOff();
    this.#closing.clear();
  }

  async #close(card: CancelledCard): Promise<void> {
    const closed = !this.#isTouched(card) && (await card.close());
    if (closed) card.request.told();
    else card.request.gone();
  }

  /** A card of which that cannot be read stays. */
  #isTouched(card: CancelledCard): boolean {
    try {
      return card.isTouched();
    } catch (error) {
      this.#parts.report(error);
      return true;
    }
  }
}
