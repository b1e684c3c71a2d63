import type { StartTimer } from '../clock.ts';
import type { Delivery } from './presence.ts';

/** Longer than a command takes to confirm its answer. */
const confirmWithinMs = 10_000;

type Sent = { complete(): void; stopTimer(): void };

/** Answers that were sent to commands; each is complete once its command confirms it. */
export class UnconfirmedDeliveries {
  readonly #after: StartTimer;
  readonly #sent = new Map<string, Set<Sent>>();

  constructor(after: StartTimer) {
    this.#after = after;
  }

  /** Returns the answer to send for a key; it is kept if nobody confirms it. */
  send<Answer>(key: string, { answer, complete, lose }: Delivery<Answer>): Answer {
    const ofKey = this.#sent.get(key) ?? new Set();
    const giveUp = () => {
      ofKey.delete(sent);
      if (ofKey.size === 0) this.#sent.delete(key);
      lose();
    };
    const sent: Sent = { complete, stopTimer: this.#after(confirmWithinMs, giveUp) };
    this.#sent.set(key, ofKey.add(sent));
    return answer;
  }

  /** Completes the deliveries for a key; confirming twice does nothing. */
  confirm(key: string): void {
    const ofKey = this.#sent.get(key) ?? [];
    this.#sent.delete(key);
    for (const { complete, stopTimer } of ofKey) {
      stopTimer();
      complete();
    }
  }

  /** Stops the timers; unconfirmed answers are kept at the next start. */
  close(): void {
    for (const ofKey of this.#sent.values()) for (const { stopTimer } of ofKey) stopTimer();
  }
}
