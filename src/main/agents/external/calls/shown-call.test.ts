import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { anyFolder } from '../../../../../test/main/folder/any-folder.ts';
import { temporaryFolder } from '../../../../../test/main/temporary-folder.ts';
import { CallDiffs } from './shown-call.ts';
import { updated } from './call-state.ts';

test('a change is compared once, however often its call is shown, and again when it is another', () => {
  const diffs = new CallDiffs(anyFolder('/work/tiny'));
  const content = (newText: string) => [{ type: 'diff', path: 'a.txt', oldText: 'old\n', newText }];
  const asked = updated(undefined, { toolCallId: 'c', kind: 'edit', content: content('new\n') });
  const [first] = diffs.of(asked);
  const [again] = diffs.of(updated(asked, { toolCallId: 'c', status: 'completed' }));
  expect(again).toBe(first);
  const [other] = diffs.of(updated(asked, { toolCallId: 'c', content: content('newer\n') }));
  expect(other?.hunks[0]?.lines).toEqual(['-old', '+newer']);
});

test.skipIf(process.platform === 'win32')('what has no end is not read for the text before a change', () => {
  const folder = temporaryFolder();
  symlinkSync('/dev/zero', join(folder, 'device'));
  execFileSync('mkfifo', [join(folder, 'pipe')]);
  writeFileSync(join(folder, 'file'), 'old\n');
  const changeOf = (path: string) => {
    const content = [{ type: 'diff', path, newText: 'new\n' }];
    return new CallDiffs(anyFolder(folder)).of(
      updated(undefined, { toolCallId: 'c', kind: 'edit', content }),
    )[0];
  };
  expect(['device', 'pipe', 'file'].map((path) => changeOf(path)?.hunks[0]?.lines)).toEqual([
    ['+new'],
    ['+new'],
    ['-old', '+new'],
  ]);
});

test.skipIf(process.platform === 'win32')('a protected file is marked by the name that links lead to', () => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, '.husky'));
  writeFileSync(join(folder, 'package.json'), '{}');
  symlinkSync('package.json', join(folder, 'notes.txt'));
  symlinkSync('.husky', join(folder, 'docs'));
  const marksOf = (path: string) => {
    const content = [{ type: 'diff', path, oldText: 'old\n', newText: 'new\n' }];
    return new CallDiffs(anyFolder(folder)).of(
      updated(undefined, { toolCallId: 'c', kind: 'edit', content }),
    )[0]?.marks;
  };
  for (const path of ['notes.txt', 'docs/new', join(folder, 'docs', 'deep', 'new'), 'PACKAGE.JSON'])
    expect([path, marksOf(path)]).toEqual([path, ['runs-code']]);
  expect(marksOf('a.txt')).toBeUndefined();
});
