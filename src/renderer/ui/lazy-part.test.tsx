import { renderToReadableStream } from 'react-dom/server';
import { beforeEach, expect, test, vi } from 'vitest';
import type * as Parts from './lazy-part.ts';
import type { PartBoundary as PartBoundaryType } from './part-boundary.tsx';

const Sidebar = ({ name }: { name: string }) => <p>{name}</p>;

let parts: typeof Parts;
let PartBoundary: typeof PartBoundaryType;

beforeEach(async () => {
  vi.resetModules();
  parts = await import('./lazy-part.ts');
  ({ PartBoundary } = await import('./part-boundary.tsx'));
});

/** The page with a part; `fetched` says whether its code can be fetched. */
function pageWith(kind: 'lazyPart' | 'lazyCard', fetched: boolean) {
  const load = vi.fn<() => Promise<typeof Sidebar>>(async () => {
    if (!fetched) throw new TypeError('Failed to fetch dynamically imported module');
    return Sidebar;
  });
  const Part = parts[kind](load);
  const page = (
    <main>
      <PartBoundary fallback={<i>Soon</i>}>
        <Part name="Chats" />
      </PartBoundary>
    </main>
  );
  return { page, load };
}

test.each(['lazyPart', 'lazyCard'] as const)('a %s is loaded when it is first shown, once', async (kind) => {
  const { page, load } = pageWith(kind, true);
  expect(load).not.toHaveBeenCalled();
  const stream = await renderToReadableStream(page);
  await stream.allReady;
  expect(await new Response(stream).text()).toContain('<p>Chats</p>');
  expect(load).toHaveBeenCalledOnce();
});

test('a part that can’t be fetched leaves the page as it is, and is told of', async () => {
  const lost = Promise.withResolvers<void>();
  parts.watchLostParts(lost.resolve);
  const { page, load } = pageWith('lazyPart', false);
  const onError = vi.fn<(error: unknown) => void>();
  const stream = await renderToReadableStream(page, { onError });
  await lost.promise;
  // The page never ends, for the part is awaited.
  for await (const piece of stream.pipeThrough(new TextDecoderStream())) {
    expect(piece).toContain('<i>Soon</i>');
    break;
  }
  expect(load).toHaveBeenCalledOnce();
  expect(onError).not.toHaveBeenCalled();
});

test('a card that can’t be fetched is an error, and is told of once, also to who watches later', async () => {
  const { page } = pageWith('lazyCard', false);
  const errors: unknown[] = [];
  const stream = await renderToReadableStream(page, { onError: (error) => void errors.push(error) });
  await stream.allReady;
  expect(errors).toEqual([expect.any(parts.LostPart)]);
  const run = vi.fn<() => void>();
  parts.watchLostParts(run);
  parts.reportLostPart();
  expect(run).toHaveBeenCalledOnce();
});
