import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../../../../test/main/temporary-folder.ts';
import type { AgentToolCall } from '../protocol.schema.ts';
import { updated } from './call-state.ts';
import { givenInCall } from './given-in-call.ts';

const diff = (path: string, oldText: string | null, newText: string) => ({
  type: 'diff',
  path,
  oldText,
  newText,
});

/** Returns what a call gives after these updates. */
function given(folder: string, ...updates: Omit<AgentToolCall, 'toolCallId'>[]) {
  const [first, ...others] = updates.map((one) => ({ toolCallId: 'c', ...one }));
  if (first === undefined) throw new Error('The call has no update.');
  return givenInCall(others.reduce(updated, updated(undefined, first)), folder);
}

test('a change that is shown again in another way is given in both, and once where it is the same', () => {
  const folder = temporaryFolder();
  const [meant, lines] = [diff('a', 'x', 'y'), diff('a', '  x', '  y')];
  const call = given(
    folder,
    { kind: 'edit', content: [meant] },
    { content: [meant] },
    { content: [lines], status: 'completed' },
  );
  expect(call.ways).toEqual([
    [{ path: 'a', before: '  x', after: '  y' }],
    [{ path: 'a', before: 'x', after: 'y' }],
  ]);
});

test('a change that stands in the input alone is given by that', () => {
  const folder = temporaryFolder();
  const write = { kind: 'edit', rawInput: { path: join(folder, 'a'), content: 'new\n' } };
  expect(given(folder, write).ways).toContainEqual([{ path: 'a', before: null, after: 'new\n' }]);
  const edit = { kind: 'edit', rawInput: { filePath: 'a', oldString: 'x', newString: 'y' } };
  expect(given(folder, edit).ways).toContainEqual([{ path: 'a', before: 'x', after: 'y' }]);
  const read = { kind: 'read', rawInput: { path: 'a', content: 'x' } };
  expect(given(folder, read).ways).toEqual([[]]);
});

test('a call that failed gives nothing', () => {
  const call = given(temporaryFolder(), { kind: 'edit', content: [diff('a', 'x', 'y')], status: 'failed' });
  expect(call).toEqual({ ways: [], moves: [] });
});

test('a deleted file is given by its place, and a place alone gives nothing else', () => {
  const locations = [{ path: 'a' }];
  expect(given(temporaryFolder(), { kind: 'delete', locations }).ways[0]).toEqual([
    { path: 'a', before: null, after: null },
  ]);
  expect(given(temporaryFolder(), { kind: 'edit', locations })).toEqual({ ways: [[]], moves: [] });
});

test('a move is given by its two places, or by the place of the old file beside the change of the new one', () => {
  const folder = temporaryFolder();
  const locations = [{ path: join(folder, 'old') }, { path: join(folder, 'new') }];
  const moves = [{ from: 'old', to: 'new' }];
  expect(given(folder, { kind: 'move', locations }).moves).toEqual(moves);
  // As `codex-acp` tells of `move_path`.
  const content = [diff(join(folder, 'new'), 'x\n', 'y\n')];
  expect(given(folder, { kind: 'edit', content, locations: locations.slice(0, 1) }).moves).toEqual(moves);
});

test.skipIf(process.platform === 'win32')('a file is named as links lead to it', () => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'src'));
  symlinkSync('src', join(folder, 'link'));
  symlinkSync(folder, `${folder}-link`);
  for (const path of ['link/a', join(folder, 'link/a'), `${folder}-link/src/a`])
    expect(given(folder, { kind: 'edit', content: [diff(path, null, 'x')] }).ways).toEqual([
      [{ path: 'src/a', before: null, after: 'x' }],
    ]);
});
