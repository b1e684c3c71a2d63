import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createConnection } from './connection.ts';
import { createLink, type LinkEnd } from './link.ts';

const transport = { call: () => Promise.reject(new Error('not used')) };

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('window', new EventTarget());
  vi.stubGlobal('document', new EventTarget());
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Keeps a connection whose links open at once; returns a way to end each. */
function connect(): ((end: LinkEnd) => void)[] {
  const close: ((end: LinkEnd) => void)[] = [];
  createConnection(() => {
    const closed = new Promise<LinkEnd>((resolve) => close.push(resolve));
    return Promise.resolve({ ok: true, link: createLink(transport, closed) });
  });
  return close;
}

test('links that die at once are opened ever more slowly, one that lasted is replaced at once', async () => {
  const close = connect();
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
