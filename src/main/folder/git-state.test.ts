import { appendFileSync, chmodSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../../test/main/temporary-folder.ts';
import { spawnSync } from 'node:child_process';
import { gitText, isDirty, readGit } from './git-state.ts';
import { gitBranch } from './git-repository.ts';

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

const trusting = { env: process.env, isTrusted: async () => true };

/** A real repository with one commit, whose own configuration runs `spy` wherever git lets it. */
function realRepository(): { folder: string; ran: string } {
  const folder = temporaryFolder();
  const ran = join(temporaryFolder(), 'ran');
  const git = (...args: string[]) => spawnSync('git', ['-C', folder, ...args], { env: process.env });
  git('init', '-q', '-b', 'main');
  writeFileSync(join(folder, 'a.txt'), 'one\n');
  writeFileSync(join(folder, '.gitattributes'), '*.txt filter=spy\n');
  git('add', '.');
  git('-c', 'user.name=A', '-c', 'user.email=a@b.c', 'commit', '-qm', 'One');
  appendFileSync(
    join(folder, '.git/config'),
    `[core]\n\tfsmonitor = touch ${ran}\n[filter "spy"]\n\tclean = touch ${ran} && cat\n\trequired = true\n`,
  );
  return { folder, ran };
}

test('a trusted repository says if something is not committed, and runs nothing that its configuration names', async () => {
  const { folder, ran } = realRepository();
  expect(await readGit(folder, trusting)).toEqual({ branch: 'main', dirty: false });
  writeFileSync(join(folder, 'a.txt'), 'two\n');
  expect(await readGit(folder, trusting)).toEqual({ branch: 'main', dirty: true });
  expect(existsSync(ran)).toBe(false);
  spawnSync('git', ['-C', folder, 'status'], { env: process.env });
  expect(existsSync(ran)).toBe(true);
});

test('in a folder that is not trusted git is not run', async () => {
  const { folder } = realRepository();
  writeFileSync(join(folder, 'new.txt'), 'new');
  const asking = { env: process.env, isTrusted: async () => false };
  expect(await readGit(folder, asking)).toEqual({ branch: 'main', dirty: null });
});

test('without a git, or a repository, nothing is said of changes', async () => {
  expect(await isDirty(realRepository().folder, { PATH: '' })).toBe(null);
  expect(await isDirty(temporaryFolder(), process.env)).toBe(null);
});

test('a model reads the branch with its hidden characters shown, and of changes only what is known', () => {
  expect(gitText({ branch: null, dirty: null })).toBe('');
  expect(gitText({ branch: 'a\u202Eb', dirty: null })).toBe(
    'The folder is in a git repository, on a<U+202E>b.',
  );
  expect(gitText({ branch: 'main', dirty: true })).toContain('with uncommitted changes.');
});

test.skipIf(process.platform === 'win32')(
  'a program of the folder is not run in the place of git',
  async () => {
    const { folder } = realRepository();
    const noted = join(temporaryFolder(), 'noted');
    writeFileSync(join(folder, 'git'), `#!/bin/sh\ntouch '${noted}'\n`);
    chmodSync(join(folder, 'git'), 0o755);
    expect(await isDirty(folder, { ...process.env, PATH: `:${process.env['PATH']}` })).toBe(true);
    expect(await isDirty(folder, { PATH: '' })).toBe(null);
    expect(existsSync(noted)).toBe(false);
  },
);
