import type { ClientLink } from '@orpc/client';
import { expect, test, vi } from 'vitest';
import { type CallContext, createLink, type Link, type LinkEnd } from './link.ts';
import { repeatingLink, TooLong } from './repeating-link.ts';

type Call = ClientLink<CallContext>['call'];

/** A link whose calls are answered by `call`, and that ends when it is told to. */
function openLink(call: Call) {
  const { promise: closed, resolve: close } = Promise.withResolvers<LinkEnd>();
  return { link: createLink({ call }, closed), close };
}

const cut: Call = () => Promise.reject(new Error('cut'));
const done: Call = () => Promise.resolve('done');
const noContext = { context: {} };

test('a call that is cut is made again on the next link, with what was asked', async () => {
  const first = openLink(cut);
  const second = vi.fn<Call>(done);
  const links = [first.link, openLink(second).link];
  const { call } = repeatingLink(async () => links.shift() ?? first.link);
  first.close('broken');
  await expect(call(['app', 'watch'], { a: 1 }, noContext)).resolves.toBe('done');
  expect(second).toHaveBeenCalledExactlyOnceWith(['app', 'watch'], { a: 1 }, noContext);
});

test('a call that must be made once fails when it is cut', async () => {
  const first = openLink(cut);
  const open = vi.fn<() => Promise<Link>>(async () => first.link);
  first.close('broken');
  const call = repeatingLink(open).call([], undefined, { context: { once: true } });
  await expect(call).rejects.toThrow('cut');
  expect(open).toHaveBeenCalledOnce();
});

test('a call that main found too long is given up', async () => {
  const first = openLink(cut);
  const open = vi.fn<() => Promise<Link>>(async () => first.link);
  first.close('too-long');
  await expect(repeatingLink(open).call([], undefined, noContext)).rejects.toThrow(TooLong);
  expect(open).toHaveBeenCalledOnce();
});

test('a failure on a link that stands is the caller’s', async () => {
  const { link } = openLink(cut);
  await expect(repeatingLink(async () => link).call([], undefined, noContext)).rejects.toThrow('cut');
});
