import type { StartTimer } from '../clock.ts';
import type { OpenRequest } from './presence.ts';

/** Longer than a window waits before it saves what is typed, and than that takes to arrive. */
const graceMs = 500;

/** The reason of a signal's end when the asker cancelled its request, instead of only being gone. */
export class CancelledByAsker extends Error {}

/** A card whose asker cancelled its request. */
type CancelledCard = {
  request: OpenRequest;
  /** Returns whether a person has begun on it. */
  isTouched(): boolean;
  /** Closes it; false when the person was faster, or it failed. */
  close(): boolean | Promise<boolean>;
};

export type CancellationsParts = {
  after: StartTimer;
  report: (error: unknown) => void;
};

/**
 * Closes cards whose askers cancelled. One that a person has begun on stays, as that of an asker that is
 * gone; so a card closes only when text that a person may just have typed has had the time to arrive.
 * One whose asker asks again within that time stays for it.
 */
export class Cancellations {
  readonly #parts: CancellationsParts;
  readonly #closing = new Set<() => void>();

  constructor(parts: CancellationsParts) {
    this.#parts = parts;
  }

  cancel(card: CancelledCard): void {
    if (this.#isTouched(card)) return card.request.lose();
    const stopTimer = this.#parts.after(graceMs, () => {
      this.#closing.delete(stopTimer);
      void this.#close(card);
    });
    this.#closing.add(stopTimer);
    card.request.suspend(() => {
      this.#closing.delete(stopTimer);
      stopTimer();
    });
  }

  /** Leaves the cards that would have been closed next; after the next start their askers are gone. */
  close(): void {
    for (const stopTimer of this.#closing) stopTimer();
    this.#closing.clear();
  }

  async #close(card: CancelledCard): Promise<void> {
    const closed = !this.#isTouched(card) && (await card.close());
    if (closed) card.request.complete();
    else card.request.lose();
  }

  /** Returns true where that cannot be read, so that the card stays. */
  #isTouched(card: CancelledCard): boolean {
    try {
      return card.isTouched();
    } catch (error) {
      this.#parts.report(error);
      return true;
    }
  }
}
