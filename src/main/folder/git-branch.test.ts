import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { gitBranch } from './git-branch.ts';

function repository(head: string): string {
  const folder = temporaryFolder();
  mkdirSync(join(folder, '.git'));
  writeFileSync(join(folder, '.git', 'HEAD'), head);
  return folder;
}

test('the branch of a folder is found, also from inside it', () => {
  const folder = repository('ref: refs/heads/fix/comments\n');
  mkdirSync(join(folder, 'src'));
  expect(gitBranch(folder)).toBe('fix/comments');
  expect(gitBranch(join(folder, 'src'))).toBe('fix/comments');
});

test('a worktree has the branch of its own', () => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'place'));
  writeFileSync(join(folder, 'place', 'HEAD'), 'ref: refs/heads/side\n');
  writeFileSync(join(folder, '.git'), 'gitdir: place\n');
  expect(gitBranch(folder)).toBe('side');
});

test('a commit without a branch is named by its start', () => {
  expect(gitBranch(repository(`${'0123456789'.repeat(4)}\n`))).toBe('0123456');
});

test.each(['', 'ref: elsewhere', '<script>'])('%j as HEAD is no branch', (head) => {
  expect(gitBranch(repository(head))).toBe(null);
});

test('a folder that is not there has none', () => {
  expect(gitBranch('/nowhere/at/all')).toBe(null);
});
