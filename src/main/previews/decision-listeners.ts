import type { ActionId } from '../../shared/ids.ts';

/** The event that ends the waiting of a call of `resolve`. */
export type DecisionEvent = { type: 'decided' } | { type: 'replied' };

/** The calls of `resolve` that wait for the person, by the action they wait for. */
export class DecisionListeners {
  readonly #listeners = new Map<ActionId, (event: DecisionEvent) => void>();

  /** Waits for the person. Rejects with the reason of the signal when it aborts. */
  async wait(id: ActionId, signal: AbortSignal): Promise<DecisionEvent> {
    signal.throwIfAborted();
    const { promise, resolve, reject } = Promise.withResolvers<DecisionEvent>();
    const onAbort = () => reject(signal.reason);
    signal.addEventListener('abort', onAbort, { once: true });
    this.#listeners.set(id, resolve);
    try {
      return await promise;
    } finally {
      signal.removeEventListener('abort', onAbort);
      this.#listeners.delete(id);
    }
  }

  has(id: ActionId): boolean {
    return this.#listeners.has(id);
  }

  /** Emits an event to the call that waits for an action; returns false where none does. */
  emit(id: ActionId, event: DecisionEvent): boolean {
    const listener = this.#listeners.get(id);
    listener?.(event);
    return listener !== undefined;
  }
}
