import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../../../test/main/temporary-folder.ts';
import { git, repositoryIn, write } from '../../../../test/main/worktrees/repository.ts';
import { PersonGit } from '../person-git.ts';
import { settledMerge } from './settled-merge.ts';

const author = {
  GIT_AUTHOR_NAME: 'Ada',
  GIT_AUTHOR_EMAIL: 'ada@example.org',
  GIT_COMMITTER_NAME: 'Ada',
  GIT_COMMITTER_EMAIL: 'ada@example.org',
};

/** A merge in a repository, in which one of what it runs kills git the first time. */
function stage(kills: string, { forward }: { forward: boolean }) {
  const folder = temporaryFolder();
  const root = repositoryIn(join(folder, 'r'), {
    'a.txt': 'one\n',
    'gone.txt': 'x\n',
    'm.bin': 'one\n',
    'z.txt': 'one\n',
    '.gitattributes': '*.bin filter=own\n',
  });
  const due = join(folder, 'due');
  const program = (path: string, rest: string) =>
    writeFileSync(path, `#!/bin/sh\n[ -e ${due} ] && rm ${due} && kill -9 $PPID\n${rest}\n`, { mode: 0o755 });
  git(root, 'switch', '--quiet', '-c', 'theirs');
  write(root, { 'a.txt': 'two\n', 'm.bin': 'two\n', 'z.txt': 'two\n', 'b/new.txt': 'new\n' });
  rmSync(join(root, 'gone.txt'));
  git(root, 'add', '--all');
  git(root, 'commit', '--quiet', '--message=theirs');
  git(root, 'switch', '--quiet', 'main');
  write(root, forward ? {} : { 'other.txt': 'ours\n' });
  git(root, 'add', '--all');
  if (!forward) git(root, 'commit', '--quiet', '--message=ours');
  if (kills === 'filter') {
    program(join(folder, 'filter'), 'cat');
    git(root, 'config', 'filter.own.smudge', join(folder, 'filter'));
  } else {
    const [hook = '', state = ''] = kills.split(' ');
    program(join(root, '.git/hooks', hook), '');
    if (state !== '') {
      const only = `#!/bin/sh\n[ "$1" = ${state} ] && grep -q refs/heads/main && [ -e ${due} ] && rm ${due} && kill -9 $PPID\nexit 0\n`;
      writeFileSync(join(root, '.git/hooks', hook), only, { mode: 0o755 });
    }
  }
  const [ours, theirs] = [git(root, 'rev-parse', 'main'), git(root, 'rev-parse', 'theirs')];
  const killedSince = Date.now();
  writeFileSync(due, '');
  const env = { PATH: process.env['PATH'], ...author, GIT_CONFIG_GLOBAL: '/dev/null' };
  const { signal } = spawnSync('git', ['merge', '--no-edit', theirs], { cwd: root, env });
  const person = new PersonGit(env, 'settled-merge');
  const at = { root, gitDir: join(root, '.git') };
  const settle = () => settledMerge(person, at, { ours, theirs, into: 'main', killedSince, trusted: true });
  return { root, ours, theirs, signal, settle };
}

function left(root: string): string[] {
  return readdirSync(join(root, '.git'), { recursive: true, encoding: 'utf8' }).filter((name) =>
    /\.lock$|^(MERGE_|AUTO_MERGE)/.test(name),
  );
}

const hooks = ['pre-merge-commit', 'prepare-commit-msg', 'commit-msg'];
const everywhere = [
  'filter',
  'reference-transaction prepared',
  'reference-transaction committed',
  'post-merge',
];

test.each([
  ...everywhere.map((kills) => ({ kills, forward: true })),
  ...[...everywhere, ...hooks].map((kills) => ({ kills, forward: false })),
])('a merge that is killed at its $kills has landed or is taken back (forward: $forward)', async (given) => {
  const { root, ours, signal, settle } = stage(given.kills, given);
  expect(signal).toBe('SIGKILL');
  const landed = ['post-merge', 'reference-transaction committed'].includes(given.kills);
  expect(await settle()).toBe(landed ? 'done' : 'taken-back');
  expect(git(root, 'status', '--porcelain')).toBe('');
  expect(left(root)).toEqual([]);
  expect(git(root, 'rev-parse', 'HEAD') === ours).toBe(!landed);
  expect(readFileSync(join(root, 'z.txt'), 'utf8')).toBe(landed ? 'two\n' : 'one\n');
  expect(existsSync(join(root, 'b'))).toBe(landed);
});

test('what the person has written since stays, and so does the rest', async () => {
  const { root, settle } = stage('filter', { forward: false });
  write(root, { 'z.txt': 'mine\n' });
  const before = git(root, 'status', '--porcelain');
  expect(before).not.toBe('');
  expect(await settle()).toBe('left');
  expect(git(root, 'status', '--porcelain')).toBe(before);
  expect(readFileSync(join(root, 'z.txt'), 'utf8')).toBe('mine\n');
});

test('a file of the person’s that the merge has nothing to do with stays where it is taken back', async () => {
  const { root, settle } = stage('filter', { forward: false });
  write(root, { 'other.txt': 'mine\n', 'b/mine.txt': 'mine\n' });
  expect(await settle()).toBe('taken-back');
  expect(git(root, 'status', '--porcelain')).toBe(' M other.txt\n?? b/');
  expect(existsSync(join(root, 'b/new.txt'))).toBe(false);
});

test('a merge of the person’s own is left as it is', async () => {
  const { root, settle } = stage('filter', { forward: false });
  rmSync(join(root, '.git/index.lock'));
  git(root, 'reset', '--quiet', '--hard');
  git(root, 'clean', '--quiet', '--force', '-d');
  git(root, 'switch', '--quiet', '-c', 'mine', 'main~1');
  write(root, { 'mine.txt': 'mine\n' });
  git(root, 'add', '--all');
  git(root, 'commit', '--quiet', '--message=mine');
  git(root, 'switch', '--quiet', 'main');
  git(root, 'merge', '--quiet', '--no-commit', 'mine');
  expect(await settle()).toBe('left');
  expect(git(root, 'rev-parse', 'MERGE_HEAD')).toBe(git(root, 'rev-parse', 'mine'));
  expect(git(root, 'status', '--porcelain')).toBe('A  mine.txt');
});
