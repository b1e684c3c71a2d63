import { createElement, Suspense } from 'react';
import { renderToReadableStream } from 'react-dom/server';
import { expect, onTestFinished, test, vi } from 'vitest';
import { lazyPart } from './lazy-part.ts';

const Sidebar = ({ name }: { name: string }) => createElement('p', null, name);

/** The page with a part whose code can't be fetched so many times. */
function pageWithPart(failures: number) {
  let tries = 0;
  const Part = lazyPart(async () => {
    tries += 1;
    if (tries <= failures) throw new TypeError('Failed to fetch dynamically imported module');
    return Sidebar;
  });
  const part = createElement(Part, { name: 'Chats' });
  const page = createElement('main', null, 'Conversation', createElement(Suspense, null, part));
  return { page, tries: () => tries };
}

test('a part is loaded when it is first shown, once', async () => {
  const { page, tries } = pageWithPart(0);
  expect(tries()).toBe(0);
  const stream = await renderToReadableStream(page);
  await stream.allReady;
  expect(await new Response(stream).text()).toContain('<p>Chats</p>');
  expect(tries()).toBe(1);
});

test('a part that cannot be fetched leaves the page as it is, and is there once it can', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const { page, tries } = pageWithPart(2);
  const stream = await renderToReadableStream(page, { onError: (error) => expect(error).toBeUndefined() });
  let isReady = false;
  const ready = stream.allReady.then(() => {
    isReady = true;
  });
  await vi.advanceTimersByTimeAsync(999);
  expect([tries(), isReady]).toEqual([1, false]);
  await vi.advanceTimersByTimeAsync(1_001);
  await ready;
  expect(tries()).toBe(3);
  expect(await new Response(stream).text()).toContain('<p>Chats</p>');
});
