import { ORPCError } from '@orpc/client';
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Link, OpenLink } from './link.ts';
import { TooLong } from './repeating-link.ts';

/** `signed-out`: main is there but no longer lets this window in. */
export type ConnectionState = 'connecting' | 'open' | 'reconnecting' | 'signed-out';

export type Connection = {
  state: StoreApi<ConnectionState>;
  /** Resolves once a link is open. */
  link(): Promise<Link>;
};

const firstDelay = 100;
const longestDelay = 2_000;

/** In milliseconds. A link that ends sooner counts as a failed attempt, and the next one waits. */
const shortLife = 1_000;

/** Keeps one link to main open for as long as the window lives. */
export function createConnection(open: OpenLink): Connection {
  const state = createStore<ConnectionState>(() => 'connecting');
  let current = nextLink(open, state);

  async function watch(): Promise<never> {
    let delay = firstDelay;
    for (;;) {
      const { closed } = await current;
      const openedAt = performance.now();
      await closed;
      state.setState('reconnecting', true);
      const lived = performance.now() - openedAt;
      delay = lived < shortLife ? Math.min(delay * 2, longestDelay) : firstDelay;
      current =
        lived < shortLife ? delayOrWake(delay).then(() => nextLink(open, state)) : nextLink(open, state);
    }
  }
  void watch();

  return {
    state,
    link: () => current,
  };
}

async function nextLink(open: OpenLink, state: StoreApi<ConnectionState>): Promise<Link> {
  for (let delay = firstDelay; ; delay = Math.min(delay * 2, longestDelay)) {
    const opened = await open();
    if (opened.ok) {
      state.setState('open', true);
      return opened.link;
    }
    state.setState(opened.refusal === 'signed-out' ? 'signed-out' : 'reconnecting', true);
    await delayOrWake(delay);
  }
}

/** Waits, but no longer than until the network or the person is back. */
function delayOrWake(milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    const done = new AbortController();
    const wake = () => {
      done.abort();
      clearTimeout(timer);
      resolve();
    };
    const timer = setTimeout(wake, milliseconds);
    window.addEventListener('online', wake, { signal: done.signal });
    document.addEventListener('visibilitychange', wake, { signal: done.signal });
  });
}

const unexpected = 'Something unexpected went wrong. Nothing you typed is lost; try again.';

export const tooLongText =
  "This text is too long: Parley takes 1,000,000 characters. It can't be sent, and only this window has it. Shorten it, or put it into a file in the folder.";

/** Returns a failure for a person: main's own sentence, or a general one. */
export function failureText(error: unknown): string {
  if (error instanceof TooLong) return tooLongText;
  return error instanceof ORPCError && error.message !== '' ? error.message : unexpected;
}
