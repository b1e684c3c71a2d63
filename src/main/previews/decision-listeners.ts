import type { ActionId } from '../../shared/ids.ts';

/** The event that ends the waiting of a call of `resolve`. */
export type Heard = { type: 'decided' } | { type: 'replied' };

/** The calls of `resolve` that wait for the person, by the action they wait for. */
export class DecisionListeners {
  readonly #waiting = new Map<ActionId, (heard: Heard) => void>();

  /** Waits for the person. Rejects with the reason of the signal when it aborts. */
  async hear(id: ActionId, signal: AbortSignal): Promise<Heard> {
    signal.throwIfAborted();
    const { promise, resolve, reject } = Promise.withResolvers<Heard>();
    const onAbort = () => reject(signal.reason);
    signal.addEventListener('abort', onAbort, { once: true });
    this.#waiting.set(id, resolve);
    try {
      return await promise;
    } finally {
      signal.removeEventListener('abort', onAbort);
      this.#waiting.delete(id);
    }
  }

  has(id: ActionId): boolean {
    return this.#waiting.has(id);
  }

  /** Ends the waiting for an action; says whether a call waited for it. */
  tell(id: ActionId, heard: Heard): boolean {
    const hear = this.#waiting.get(id);
    hear?.(heard);
    return hear !== undefined;
  }
}
