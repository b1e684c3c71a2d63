import { chmodSync, existsSync, mkdirSync, readFileSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../../test/main/temporary-folder.ts';
import { git, repositoryIn, write } from '../../../test/main/worktrees/repository.ts';
import { appOf, begin, env, trust, whole } from '../../../test/main/worktrees/worktree-chats.ts';

const names = ['f0.txt', 'f1.txt', 'f2.txt', 'f3.txt', 'f4.txt'];

/** So that git's index is newer than the files, and git need not compare their contents. */
function makeOld(folder: string): void {
  for (const name of names) utimesSync(join(folder, name), 1_700_000_000, 1_700_000_000);
  git(folder, 'status');
}

/** A repository whose committed files are in small letters, and in capitals on the disk. */
function filtered(folder: string): string {
  const origin = repositoryIn(folder, { '.mcp.json': '{"mcpServers":{"x":{"command":"x"}}}' });
  git(origin, 'config', 'filter.up.clean', 'tr A-Z a-z');
  git(origin, 'config', 'filter.up.smudge', 'tr a-z A-Z');
  write(origin, { '.gitattributes': '*.txt filter=up\n' });
  write(origin, Object.fromEntries(names.map((name) => [name, `${name.toUpperCase()}\n`])));
  git(origin, 'add', '--all');
  git(origin, 'commit', '--quiet', '--message=filtered');
  makeOld(origin);
  return origin;
}

test('a changed file of a trusted folder with filters comes along through them, and nothing else does', async () => {
  const { client, folder } = appOf();
  const origin = filtered(join(folder, 'r'));
  write(origin, { 'f0.txt': 'CHANGED\n', 'new.txt': 'NEW\n' });
  await trust(client, origin);
  const { folder: tree, turn } = await begin(client, origin, whole);
  expect(turn).toEqual({ status: 'idle' });
  expect(git(tree, 'status', '--short')).toBe(' M f0.txt\n?? new.txt');
  expect(['f0.txt', 'f1.txt', 'new.txt'].map((name) => readFileSync(join(tree, name), 'utf8'))).toEqual([
    'CHANGED\n',
    'F1.TXT\n',
    'NEW\n',
  ]);
});

test('one new file of an untrusted folder with filters is one file in the worktree', async () => {
  const { client, folder } = appOf();
  const origin = filtered(join(folder, 'r'));
  write(origin, { 'new.md': 'new\n' });
  const { id, worktree } = await begin(client, origin, whole);
  expect(worktree).toMatchObject({ along: 1 });
  const loss = await client.workspace.readWorktreeLoss({ workspaceId: id });
  expect(loss).toEqual({ type: 'removed', files: 1, commits: 0 });
});

test.each(['core.autocrlf=true', 'core.autocrlf=input', 'core.eol=crlf'])(
  'files of a person with %s come along as they are, and no others',
  async (setting) => {
    const folder = temporaryFolder();
    const [key = '', value = ''] = setting.split('=');
    git(folder, 'config', '--file', 'gitconfig', key, value);
    const { client } = appOf(folder, { ...env, GIT_CONFIG_GLOBAL: join(folder, 'gitconfig') });
    const origin = repositoryIn(join(folder, 'r'), {
      '.gitattributes': key === 'core.eol' ? '* text\n' : '',
      ...Object.fromEntries(names.map((name) => [name, `${name}\n`])),
    });
    const own = ['-c', setting];
    git(origin, ...own, 'rm', '--quiet', '--cached', '-r', '.');
    git(origin, ...own, 'reset', '--quiet', '--hard');
    const end = setting === 'core.autocrlf=input' ? '\n' : '\r\n';
    expect(readFileSync(join(origin, 'f1.txt'), 'utf8')).toBe(`f1.txt${end}`);
    write(origin, { 'f0.txt': `changed${end}`, 'new.txt': `new${end}` });
    const { id, worktree, folder: tree } = await begin(client, origin, whole);
    expect(worktree).toMatchObject({ along: 2 });
    expect(git(tree, ...own, 'status', '--short')).toBe(' M f0.txt\n?? new.txt');
    expect(readFileSync(join(tree, 'f0.txt'), 'utf8')).toBe(`changed${end}`);
    const loss = await client.workspace.readWorktreeLoss({ workspaceId: id });
    expect(loss).toEqual({ type: 'removed', files: 2, commits: 0 });
  },
);

test('an ignored file that a hook has made in the worktree stays as the hook made it, and the others are copied', async () => {
  const { client, folder } = appOf();
  const origin = repositoryIn(join(folder, 'r'), {
    '.gitignore': '.env*\nlocal\n',
    '.worktreeinclude': '.env*\nlocal/\n',
    '.mcp.json': '{"mcpServers":{"x":{"command":"x"}}}',
  });
  mkdirSync(join(folder, 'outside'));
  write(origin, {
    '.env': 'mine',
    '.env.local': 'mine',
    'local/deep/x': 'mine',
    '.git/hooks/post-checkout': `#!/bin/sh\nprintf hook > .env\nln -s ${folder}/outside local\n`,
  });
  chmodSync(join(origin, '.git/hooks/post-checkout'), 0o755);
  await trust(client, origin);
  const copies = ['.env', '.env.local', 'local/deep/x'];
  const { folder: tree, turn } = await begin(client, origin, { own: true, changes: false, copies });
  expect(turn).toEqual({ status: 'idle' });
  expect(['.env', '.env.local'].map((name) => readFileSync(join(tree, name), 'utf8'))).toEqual([
    'hook',
    'mine',
  ]);
  expect(existsSync(join(folder, 'outside/deep'))).toBe(false);
});

test('a repository without a commit in the folder stays there, and the rest comes along', async () => {
  const { client, folder } = appOf();
  const origin = repositoryIn(join(folder, 'r'));
  for (const path of ['fresh', 'deep/[fresh]']) {
    mkdirSync(join(origin, path), { recursive: true });
    git(join(origin, path), 'init', '--quiet');
  }
  repositoryIn(join(origin, 'deep/begun'));
  write(origin, { 'new.txt': 'new', 'fresh/x': 'x', 'deep/y': 'y', 'deep/f/y': 'y' });
  const { folder: tree, turn } = await begin(client, origin, whole);
  expect(turn).toEqual({ status: 'idle' });
  expect(git(tree, 'status', '--short', '--untracked-files=all')).toBe('?? deep/f/y\n?? deep/y\n?? new.txt');
  expect(existsSync(join(origin, 'fresh/x'))).toBe(true);
});

test.each([
  ['an empty folder', (folder: string) => mkdirSync(folder)],
  ['a new folder', (folder: string) => write(folder, { x: 'x' })],
  ['an ignored folder', (folder: string) => write(folder, { '../.gitignore': 'sub\n', x: 'x' })],
])('a chat on %s works in the folder of its worktree', async (_, make) => {
  const { client, folder } = appOf();
  const origin = repositoryIn(join(folder, 'r'));
  make(join(origin, 'sub'));
  const chat = await begin(client, join(origin, 'sub'), { own: true, changes: false, copies: null });
  expect(chat.turn).toEqual({ status: 'idle' });
  expect([existsSync(chat.folder), git(chat.folder, 'rev-parse', '--show-prefix')]).toEqual([true, 'sub/']);
});
