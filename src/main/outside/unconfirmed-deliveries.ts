import type { After } from '../questions/ask-timeouts.ts';
import type { Delivery } from './presence.ts';

/** Longer than a command takes to say that it has its answer. */
const patienceMs = 10_000;

type Sent = { told(): void; callOff(): void };

/** Answers that were sent to commands; each counts as told once its command says that it arrived. */
export class UnconfirmedDeliveries {
  readonly #after: After;
  readonly #sent = new Map<string, Set<Sent>>();

  constructor(after: After) {
    this.#after = after;
  }

  /** Gives out the answer of the call of this key; one that nobody confirms is kept. */
  send<Answer>(key: string, { answer, told, gone }: Delivery<Answer>): Answer {
    const ofKey = this.#sent.get(key) ?? new Set();
    const giveUp = () => {
      ofKey.delete(sent);
      if (ofKey.size === 0) this.#sent.delete(key);
      gone();
    };
    const sent: Sent = { told, callOff: this.#after(patienceMs, giveUp) };
    this.#sent.set(key, ofKey.add(sent));
    return answer;
  }

  /** The command has the answer of its call; saying so again changes nothing. */
  received(key: string): void {
    const ofKey = this.#sent.get(key) ?? [];
    this.#sent.delete(key);
    for (const { told, callOff } of ofKey) {
      callOff();
      told();
    }
  }

  /** The next start keeps what nobody confirmed. */
  close(): void {
    for (const ofKey of this.#sent.values()) for (const { callOff } of ofKey) callOff();
  }
}
