import type { StartTimer } from '../clock.ts';
import type { OpenRequest } from './presence.ts';

/** Longer than a window's debounce for saving input, and its transport. */
const graceMs = 500;

/** The abort reason when an asker cancelled its request, instead of only being gone. */
export class CancelledByAsker extends Error {}

type CancelledCard = {
  request: OpenRequest;
  /** True once a person has begun on the card. */
  isTouched(): boolean;
  /** Closes the card; false when the person was faster, or it failed. */
  close(): boolean | Promise<boolean>;
};

export type CancellationsDeps = {
  after: StartTimer;
  report: (error: unknown) => void;
};

/**
 * Closes cards whose askers cancelled. A card that a person has begun on stays, so closing waits until text that
 * was just typed has had time to arrive. If the asker asks again within that time, the card stays for it.
 */
export class Cancellations {
  readonly #deps: CancellationsDeps;
  readonly #closing = new Set<() => void>();

  constructor(deps: CancellationsDeps) {
    this.#deps = deps;
  }

  cancel(card: CancelledCard): void {
    if (this.#isTouched(card)) return card.request.lose();
    const stopTimer = this.#deps.after(graceMs, () => {
      this.#closing.delete(stopTimer);
      void this.#close(card);
    });
    this.#closing.add(stopTimer);
    card.request.suspend(() => {
      this.#closing.delete(stopTimer);
      stopTimer();
    });
  }

  /** Leaves the cards that were about to be closed; after the next start their askers are gone. */
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
      this.#deps.report(error);
      return true;
    }
  }
}
