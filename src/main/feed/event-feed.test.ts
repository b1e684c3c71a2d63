import { describe, expect, it } from 'vitest';
import type { Cursor, FeedItem } from '../../shared/contract/feed.ts';
import { EventFeed } from './event-feed.ts';

type Item = FeedItem<number[], number>;

/** Reads as many items as there are without waiting for more. */
async function take(items: AsyncGenerator<Item, void, void>, count: number): Promise<Item[]> {
  const taken: Item[] = [];
  while (taken.length < count) {
    const next = await items.next();
    if (next.done === true) break;
    taken.push(next.value);
  }
  return taken;
}

function feedOf(count: number, name = 'run') {
  const feed = new EventFeed<number>(name);
  const published: number[] = [];
  const publish = (value: number) => {
    published.push(value);
    feed.publish(value);
  };
  for (let value = 1; value <= count; value += 1) publish(value);
  const watch = (after?: Cursor, signal?: AbortSignal) => feed.subscribe(() => [...published], after, signal);
  return { publish, watch };
}

describe('EventFeed', () => {
  it('begins with a snapshot and goes on with every later event', async () => {
    const { publish, watch } = feedOf(2);
    const items = watch();
    expect(await take(items, 1)).toEqual([
      { type: 'snapshot', cursor: { feed: 'run', seq: 2 }, state: [1, 2] },
    ]);
    const next = take(items, 1);
    publish(3);
    expect(await next).toEqual([{ type: 'event', cursor: { feed: 'run', seq: 3 }, event: 3 }]);
  });

  it('gives a subscriber that was away exactly what it missed', async () => {
    const { watch } = feedOf(5);
    const missed = await take(watch({ feed: 'run', seq: 2 }), 3);
    expect(missed.map((item) => item.type === 'event' && item.event)).toEqual([3, 4, 5]);
  });

  it.each([
    ['of another run', { feed: 'earlier run', seq: 2 }],
    ['from the future', { feed: 'run', seq: 99 }],
  ])('answers a cursor %s with a snapshot', async (_, cursor) => {
    const { watch } = feedOf(3);
    expect(await take(watch(cursor), 1)).toMatchObject([{ type: 'snapshot', state: [1, 2, 3] }]);
  });

  it('answers a cursor that lies too far back with a snapshot', async () => {
    const { watch } = feedOf(5_000);
    const [first] = await take(watch({ feed: 'run', seq: 1 }), 1);
    expect(first).toMatchObject({ type: 'snapshot', cursor: { seq: 5_000 } });
  });

  it('never skips, repeats or reorders an event, however many are published', async () => {
    const { watch } = feedOf(4_321);
    const recent = await take(watch({ feed: 'run', seq: 4_000 }), 321);
    expect(recent.map((item) => item.cursor.seq)).toEqual(Array.from({ length: 321 }, (_, i) => 4_001 + i));
    expect(recent.every((item) => item.type === 'event' && item.event === item.cursor.seq)).toBe(true);
  });

  it('ends when the signal aborts, also while it waits', async () => {
    const { watch } = feedOf(0);
    const controller = new AbortController();
    const items = watch(undefined, controller.signal);
    await take(items, 1);
    const next = items.next();
    controller.abort();
    expect((await next).done).toBe(true);
  });
});
