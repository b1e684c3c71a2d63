import { createORPCClient } from '@orpc/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { ParleyClient } from '../../shared/contract/client.ts';
import { type Connection, createConnection, TooLong } from './connection.ts';
import { createLink, type LinkEnd } from './link.ts';

const client: ParleyClient = createORPCClient({ call: () => Promise.reject(new Error('not used')) });

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('window', new EventTarget());
  vi.stubGlobal('document', new EventTarget());
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

type Opened = { connection: Connection; close: ((end: LinkEnd) => void)[] };

/** A connection whose links open at once, and a way to end each. */
function connect(): Opened {
  const close: Opened['close'] = [];
  const connection = createConnection(() => {
    const closed = new Promise<LinkEnd>((resolve) => close.push(resolve));
    return Promise.resolve({ ok: true, link: createLink(client, closed) });
  });
  return { connection, close };
}

test('a call that is cut is made again on the next link', async () => {
  const { connection, close } = connect();
  const run = vi
    .fn<() => Promise<string>>()
    .mockRejectedValueOnce(new Error('cut'))
    .mockResolvedValueOnce('done');
  const result = connection.call(run);
  await vi.advanceTimersByTimeAsync(10);
  close[0]?.('broken');
  await vi.advanceTimersByTimeAsync(1_000);
  await expect(result).resolves.toBe('done');
});

test('a call that main found too long is given up', async () => {
  const { connection, close } = connect();
  const run = vi.fn<() => Promise<string>>().mockRejectedValue(new Error('cut'));
  const result = Promise.allSettled([connection.call(run)]);
  await vi.advanceTimersByTimeAsync(10);
  close[0]?.('too-long');
  await vi.advanceTimersByTimeAsync(1_000);
  expect(await result).toMatchObject([{ status: 'rejected', reason: new TooLong() }]);
  expect(run).toHaveBeenCalledOnce();
});

test('a failure on a link that stands is the caller’s', async () => {
  const { connection } = connect();
  const result = Promise.allSettled([connection.call(() => Promise.reject(new Error('no')))]);
  await vi.advanceTimersByTimeAsync(100);
  expect(await result).toMatchObject([{ status: 'rejected', reason: { message: 'no' } }]);
});

test('links that die at once are opened ever more slowly, one that lasted is replaced at once', async () => {
  const { close } = connect();
  for (let count = 1; count <= 4; count += 1) {
    await vi.advanceTimersByTimeAsync(5_000 * Number(count === 1));
    close.at(-1)?.('broken');
    await vi.advanceTimersByTimeAsync(0);
    const before = close.length;
    if (count === 1) expect(before).toBe(2);
    else {
      await vi.advanceTimersByTimeAsync(100 * 2 ** (count - 1) - 10);
      expect(close.length).toBe(before);
      await vi.advanceTimersByTimeAsync(20);
      expect(close.length).toBe(before + 1);
    }
  }
});
