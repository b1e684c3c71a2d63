import type { Cursor, FeedItem } from '../../shared/contract/feed.ts';

const keptEvents = 1_000;

/**
 * A numbered stream of events. Keeps the last thousand, so that a subscriber who was away gets what it missed;
 * after a longer absence, or a restart of main, it gets a snapshot.
 */
export class EventFeed<Event> {
  readonly #name: string;
  #events: Event[] = [];
  #seq = 0;
  #dropped = 0;
  #subscribers = 0;
  readonly #wakers = new Set<() => void>();

  /** `name` must differ from that of every earlier run. */
  constructor(name: string) {
    this.#name = name;
  }

  get watched(): boolean {
    return this.#subscribers > 0;
  }

  publish(event: Event): void {
    this.#events.push(event);
    this.#seq += 1;
    if (this.#events.length > 2 * keptEvents) {
      this.#events = this.#events.slice(-keptEvents);
      this.#dropped = this.#seq - keptEvents;
    }
    for (const wake of this.#wakers) wake();
  }

  /** Returns the state with the cursor from which a subscriber goes on. */
  snapshot<State>(state: () => State): FeedItem<State, never> & { type: 'snapshot' } {
    return { type: 'snapshot', state: state(), cursor: { feed: this.#name, seq: this.#seq } };
  }

  /**
   * Yields the events after the cursor, or a snapshot where there is no cursor or it is too old, and then every
   * event until the signal aborts. A slow subscriber gets a snapshot when it falls too far behind.
   */
  async *subscribe<State>(
    state: () => State,
    after: Cursor | undefined,
    signal: AbortSignal | undefined,
  ): AsyncGenerator<FeedItem<State, Event>, void, void> {
    this.#subscribers += 1;
    try {
      yield* this.#follow(state, after, signal);
    } finally {
      this.#subscribers -= 1;
    }
  }

  async *#follow<State>(
    state: () => State,
    after: Cursor | undefined,
    signal: AbortSignal | undefined,
  ): AsyncGenerator<FeedItem<State, Event>, void, void> {
    let seq = after?.feed === this.#name && after.seq <= this.#seq ? after.seq : -1;
    while (!signal?.aborted) {
      if (seq < this.#dropped) {
        const item = this.snapshot(state);
        seq = item.cursor.seq;
        yield item;
      } else if (seq < this.#seq) {
        const event = this.#events[seq - this.#dropped];
        seq += 1;
        if (event !== undefined) yield { type: 'event', cursor: { feed: this.#name, seq }, event };
      } else {
        await this.#nextEvent(signal);
      }
    }
  }

  #nextEvent(signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve) => {
      const wake = () => {
        this.#wakers.delete(wake);
        signal?.removeEventListener('abort', wake);
        resolve();
      };
      this.#wakers.add(wake);
      signal?.addEventListener('abort', wake, { once: true });
    });
  }
}
