import type { StartTimer } from '../clock.ts';
import type { Delivery } from './presence.ts';

/** Longer than a command takes to confirm its answer. */
const confirmWithinMs = 10_000;

type Sent = { complete(): void; stopTimer(): void };

/** Answers that were sent to commands; each is complete once its command confirms that it arrived. */
export class UnconfirmedDeliveries {
  readonly #after: StartTimer;
  readonly #sent = new Map<string, Set<Sent>>();

  constructor(after: StartTimer) {
    this.#after = after;
  }

  /** Returns the answer to send to the call of this key; one that nobody confirms is kept. */
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

  /** Completes the deliveries to the call of this key; a second confirmation changes nothing. */
  confirm(key: string): void {
    const ofKey = this.#sent.get(key) ?? [];
    this.#sent.delete(key);
    for (const { complete, stopTimer } of ofKey) {
      stopTimer();
      complete();
    }
  }

  /** Stops the timers; the next start keeps what nobody confirmed. */
  close(): void {
    for (const ofKey of this.#sent.values()) for (const { stopTimer } of ofKey) stopTimer();
  }
}
