import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { listState } from '../../../../test/main/test-app.ts';
import { bringBack, broughtBack, decide } from '../../../../test/main/worktrees/brought-back.ts';
import { git, repositoryIn, write } from '../../../../test/main/worktrees/repository.ts';
import { appOf, begin, trust, whole } from '../../../../test/main/worktrees/worktree-chats.ts';

const text = (folder: string, path: string) => readFileSync(join(folder, path), 'utf8');

const listed = ({ preview: { files } }: Awaited<ReturnType<typeof bringBack>>) =>
  files.map(({ path, change }) => `${change} ${path}`);

async function chatOn(files: Readonly<Record<string, string>>, below = '') {
  const app = appOf();
  const origin = repositoryIn(join(app.folder, 'harbor-api'), files);
  const { id, folder: tree } = await begin(app.client, join(origin, below), whole);
  return { ...app, origin, id, tree };
}

test('what a chat has changed comes into the folder as one change, committed there or not', async () => {
  const { client, id, origin, tree } = await chatOn({ 'a.txt': 'one\n', gone: 'x\n', 'src/b.txt': 'two\n' });
  write(tree, { 'a.txt': 'one\nmore\n', 'src/new.txt': 'new\n' });
  git(tree, 'add', '--all');
  git(tree, 'commit', '--quiet', '--message=by the agent');
  rmSync(join(tree, 'gone'));
  write(tree, { 'src/b.txt': 'three\n' });
  const before = git(tree, 'status', '--short');

  const shown = await bringBack(client, id);
  expect(listed(shown)).toEqual([
    'changed a.txt',
    'deleted gone',
    'changed src/b.txt',
    'created src/new.txt',
  ]);
  expect(shown.preview.broughtBack).toEqual({ into: origin, leftOut: [] });
  const [chat] = (await listState(client)).workspaces;
  expect(chat?.firstWaiting).toMatchObject({ what: 'edit', askedBy: 'parley', asker: null, count: 4 });
  expect(git(origin, 'status', '--short')).toBe('');
  const { toolCallId } = await client.bringBack.intoFolder({ workspaceId: id });
  expect(await client.workspace.showBranch({ workspaceId: id, at: { toolCallId } })).toEqual({
    changed: false,
  });

  const applied = await decide(client, id, shown);
  expect(applied.state).toMatchObject({ settlement: { outcome: { type: 'applied', decidedBy: 'user' } } });
  expect(text(origin, 'a.txt')).toBe('one\nmore\n');
  expect(text(origin, 'src/b.txt')).toBe('three\n');
  expect(text(origin, 'src/new.txt')).toBe('new\n');
  expect(existsSync(join(origin, 'gone'))).toBe(false);
  expect(git(tree, 'status', '--short')).toBe(before);

  await client.workspace.undoPreview({ workspaceId: id, actionId: shown.id });
  expect(git(origin, 'status', '--short')).toBe('');
  await client.workspace.redoPreview({ workspaceId: id, actionId: shown.id });
  expect(text(origin, 'src/b.txt')).toBe('three\n');
});

test('what the folder has changed meanwhile stays, and where both changed the same the person chooses', async () => {
  const lines = Array.from({ length: 30 }, (_, number) => `line ${number}\n`);
  const { client, id, origin, tree } = await chatOn({ 'a.txt': lines.join(''), 'b.txt': 'b\n' });
  write(origin, { 'a.txt': lines.with(0, 'first here\n').with(20, 'here\n').join('') });
  write(tree, { 'a.txt': lines.with(10, 'there\n').with(20, 'there too\n').join(''), 'b.txt': 'changed\n' });
  const shown = await bringBack(client, id);
  expect(shown.preview.files[0]).toMatchObject({
    path: 'a.txt',
    meanwhile: 'changed',
    conflicts: [{ ours: ['here'], theirs: ['there too'] }],
  });
  const apply = { type: 'apply' } as const;
  await expect(decide(client, id, shown, apply)).rejects.toMatchObject({ code: 'invalid-edit' });
  expect(text(origin, 'b.txt')).toBe('b\n');
  await decide(client, id, shown, { ...apply, picks: [{ path: 'a.txt', conflict: 0, side: 'theirs' }] });
  expect(text(origin, 'a.txt')).toBe(
    lines.with(0, 'first here\n').with(10, 'there\n').with(20, 'there too\n').join(''),
  );
});

test('a change of the folder after it was shown is shown anew before anything is written', async () => {
  const { client, id, origin, tree } = await chatOn({ 'a.txt': 'one\ntwo\nthree\n', 'b.txt': 'b\n' });
  write(tree, { 'a.txt': 'one\ntwo\nthree\nfour\n', 'b.txt': 'c\n' });
  const shown = await bringBack(client, id);
  write(origin, { 'a.txt': 'zero\none\ntwo\nthree\n' });
  const again = await decide(client, id, shown);
  expect(again.state).toMatchObject({ type: 'open' });
  expect(text(origin, 'b.txt')).toBe('b\n');
  await decide(client, id, again);
  expect(text(origin, 'a.txt')).toBe('zero\none\ntwo\nthree\nfour\n');
  expect(text(origin, 'b.txt')).toBe('c\n');
});

test('what was brought before is no conflict when the agent has gone on', async () => {
  const { client, id, origin, tree } = await chatOn({ 'a.txt': 'one\ntwo\nthree\n' });
  write(tree, { 'a.txt': 'one\nTWO\nthree\n', new: 'new\n' });
  await decide(client, id, await bringBack(client, id));
  await expect(client.bringBack.intoFolder({ workspaceId: id })).rejects.toMatchObject({
    code: 'not-brought-back',
    data: { problem: 'The folder has all changes of the worktree already.' },
  });
  write(tree, { 'a.txt': 'one\nTwo, again\nthree\n', new: 'newer\n' });
  const second = await bringBack(client, id);
  expect(listed(second)).toEqual(['changed a.txt', 'changed new']);
  expect(second.preview.files.flatMap(({ conflicts = [] }) => conflicts)).toEqual([]);
  await decide(client, id, second);
  expect(text(origin, 'a.txt')).toBe('one\nTwo, again\nthree\n');
  expect(text(origin, 'new')).toBe('newer\n');
});

test('a preview that waits is replaced by a newer one, and the same is not shown twice', async () => {
  const { client, id, tree } = await chatOn({ 'a.txt': 'one\n' });
  write(tree, { 'a.txt': 'two\n' });
  const first = await bringBack(client, id);
  expect((await bringBack(client, id)).id).toBe(first.id);
  write(tree, { 'a.txt': 'three\n' });
  const second = await bringBack(client, id);
  expect(second.id).not.toBe(first.id);
  const [, replaced] = await broughtBack(client, id);
  expect(replaced?.state).toMatchObject({ settlement: { outcome: { type: 'superseded' } } });
});

test('what can’t be brought is left out by name', async () => {
  const { client, id, origin, tree } = await chatOn(
    {
      'src/a.txt': 'one\n',
      'outside.txt': 'x\n',
      'src/run.sh': 'echo\n',
      '.gitignore': '.env\n',
      '.worktreeinclude': '.env\n',
      'src/file': 'a file\n',
    },
    'src',
  );
  const top = join(tree, '..');
  write(top, { 'src/a.txt': 'two\n', 'outside.txt': 'y\n', 'src/.env': 'SECRET=1\n', '.gitignore': '' });
  chmodSync(join(top, 'src/run.sh'), 0o755);
  symlinkSync('a.txt', join(top, 'src/link'));
  rmSync(join(top, 'src/file'));
  write(top, { 'src/file/inner.txt': 'inner\n' });
  const shown = await bringBack(client, id);
  expect(listed(shown)).toEqual(['changed a.txt']);
  expect(shown.preview.broughtBack?.leftOut).toEqual([
    { path: '../.gitignore', why: 'outside' },
    { path: '../outside.txt', why: 'outside' },
    { path: '.env', why: 'ignored' },
    { path: 'file', why: 'blocked' },
    { path: 'file/inner.txt', why: 'blocked' },
    { path: 'link', why: 'link' },
    { path: 'run.sh', why: 'mode' },
  ]);
  await decide(client, id, shown);
  expect(text(origin, 'src/file')).toBe('a file\n');
});

test('where capitals are not told apart, files that differ in them alone stay behind', async () => {
  const { client, id, origin, tree } = await chatOn({ 'a.txt': 'one\n', 'Notes.md': 'x\n' });
  git(tree, 'mv', 'Notes.md', 'notes.md');
  write(tree, { 'a.txt': 'two\n', 'Read.md': 'one\n', 'READ.md': 'two\n' });
  git(tree, 'add', '--all');
  git(tree, 'commit', '--quiet', '--message=by the agent');
  git(origin, 'config', 'core.ignorecase', 'true');
  const shown = await bringBack(client, id);
  expect(listed(shown)).toEqual(['changed a.txt']);
  expect(shown.preview.broughtBack?.leftOut).toEqual(
    ['Notes.md', 'READ.md', 'Read.md', 'notes.md'].map((path) => ({ path, why: 'name' })),
  );
});

test('what is over 50 MB is left out before it is written anywhere', async () => {
  const app = appOf();
  const origin = repositoryIn(join(app.folder, 'r'), {
    'a.txt': 'one\n',
    '.gitattributes': '*.big filter=own\n',
  });
  const ran = join(app.folder, 'ran');
  git(origin, 'config', 'filter.own.smudge', `touch ${ran}; cat`);
  await trust(app.client, origin);
  const { id, folder: tree } = await begin(app.client, origin, whole);
  write(tree, { 'a.txt': 'two\n' });
  writeFileSync(join(tree, 'x.big'), Buffer.alloc(50_000_001));
  const shown = await bringBack(app.client, id);
  expect(listed(shown)).toEqual(['changed a.txt']);
  expect(shown.preview.broughtBack?.leftOut).toEqual([{ path: 'x.big', why: 'large' }]);
  expect(existsSync(ran)).toBe(false);
});

test('files that are no text are written and put back byte for byte, and new programs can be run', async () => {
  const { client, id, origin, tree } = await chatOn({ 'a.txt': 'one\n' });
  const picture = Buffer.from([0x89, 0x50, 0, 0xff, 0xfe]);
  const other = Buffer.from([0, 1, 2]);
  writeFileSync(join(origin, 'picture.png'), other);
  git(origin, 'add', '--all');
  git(origin, 'commit', '--quiet', '--message=picture');
  git(tree, 'merge', '--quiet', 'main');
  writeFileSync(join(tree, 'picture.png'), picture);
  writeFileSync(join(tree, 'new.png'), picture);
  write(tree, { 'run.sh': '#!/bin/sh\n' });
  chmodSync(join(tree, 'run.sh'), 0o755);
  const shown = await bringBack(client, id);
  expect(shown.preview.files).toMatchObject([
    { path: 'new.png', change: 'created', binary: true, hunks: [] },
    { path: 'picture.png', change: 'changed', binary: true, hunks: [] },
    { path: 'run.sh', change: 'created' },
  ]);
  await decide(client, id, shown);
  expect(readFileSync(join(origin, 'picture.png'))).toEqual(picture);
  expect(readFileSync(join(origin, 'new.png'))).toEqual(picture);
  expect(statSync(join(origin, 'run.sh')).mode & 0o111).toBe(0o111);
  await client.workspace.undoPreview({ workspaceId: id, actionId: shown.id });
  expect(readFileSync(join(origin, 'picture.png'))).toEqual(other);
  expect(git(origin, 'status', '--short')).toBe('');
});

test('contents are as a checkout in the folder has them', async () => {
  const { client, id, origin, tree } = await chatOn({
    '.gitattributes': '*.txt text\n',
    'a.txt': 'one\ntwo\n',
  });
  git(origin, 'config', 'core.autocrlf', 'true');
  rmSync(join(origin, 'a.txt'));
  git(origin, 'checkout', '--quiet', 'a.txt');
  expect(text(origin, 'a.txt')).toBe('one\r\ntwo\r\n');
  write(tree, { 'a.txt': 'one\ntwo\nthree\n', 'new.txt': 'new\n' });
  await decide(client, id, await bringBack(client, id));
  expect(text(origin, 'a.txt')).toBe('one\r\ntwo\r\nthree\r\n');
  expect(text(origin, 'new.txt')).toBe('new\r\n');
});

test('a change of the same length in the second of the checkout is seen', async () => {
  const { client, id, origin, tree } = await chatOn({ 'a.txt': 'one\n' });
  git(origin, 'config', 'core.trustctime', 'false');
  const index = git(tree, 'rev-parse', '--path-format=absolute', '--git-path', 'index');
  const { atime, mtime } = statSync(join(tree, 'a.txt'));
  write(tree, { 'a.txt': 'two\n' });
  for (const path of [index, join(tree, 'a.txt')]) utimesSync(path, atime, mtime);
  expect(listed(await bringBack(client, id))).toEqual(['changed a.txt']);
});

test('filters of a trusted folder make the contents, those of any other do not', async () => {
  const filter = (origin: string) => {
    git(origin, 'config', 'filter.caps.clean', 'tr A-Z a-z');
    git(origin, 'config', 'filter.caps.smudge', 'tr a-z A-Z');
  };
  const files = {
    '.gitattributes': '*.txt filter=caps\n',
    'a.txt': 'one\n',
    '.mcp.json': '{"mcpServers":{"x":{"command":"x"}}}',
  };
  for (const trusted of [true, false]) {
    const { client, folder } = appOf();
    const origin = repositoryIn(join(folder, 'r'), files);
    filter(origin);
    if (trusted) {
      await trust(client, origin);
      rmSync(join(origin, 'a.txt'));
      git(origin, 'checkout', '--quiet', 'a.txt');
    }
    const { id, folder: tree } = await begin(client, origin, whole);
    expect(text(tree, 'a.txt')).toBe(trusted ? 'ONE\n' : 'one\n');
    write(tree, { 'a.txt': trusted ? 'ONE\nTWO\n' : 'one\ntwo\n' });
    const shown = await bringBack(client, id);
    expect(shown.preview.files).toMatchObject([{ path: 'a.txt', change: 'changed' }]);
    await decide(client, id, shown);
    expect(text(origin, 'a.txt')).toBe(trusted ? 'ONE\nTWO\n' : 'one\ntwo\n');
  }
});

test('after the branch was merged only what is newer comes', async () => {
  const { client, id, origin, tree } = await chatOn({ 'a.txt': 'one\ntwo\n' });
  write(tree, { 'a.txt': 'one\nTWO\n' });
  git(tree, 'commit', '--quiet', '--all', '--message=by the agent');
  git(origin, 'merge', '--quiet', 'parley/retry-failed-uploads');
  write(origin, { 'a.txt': 'mine\nTWO\n' });
  write(tree, { 'a.txt': 'one\nTWO, again\n', new: 'new\n' });
  const shown = await bringBack(client, id);
  expect(listed(shown)).toEqual(['changed a.txt', 'created new']);
  expect(shown.preview.files[0]?.conflicts).toHaveLength(1);
  git(origin, 'checkout', '--quiet', 'a.txt');
  const again = await bringBack(client, id);
  expect(again.preview.files.flatMap(({ conflicts = [] }) => conflicts)).toEqual([]);
});

test('a submodule, and what a sparse checkout leaves out, stay behind', async () => {
  const { client, folder, id, origin, tree } = await chatOn({ 'in/a.txt': 'one\n', 'out/b.txt': 'b\n' });
  const library = repositoryIn(join(folder, 'library'));
  git(tree, 'submodule', '--quiet', 'add', library, 'lib');
  git(origin, 'sparse-checkout', 'set', 'in');
  write(tree, { 'in/a.txt': 'two\n', 'out/b.txt': 'c\n' });
  const shown = await bringBack(client, id);
  expect(listed(shown)).toEqual(['created .gitmodules', 'changed in/a.txt']);
  expect(shown.preview.broughtBack?.leftOut).toEqual([
    { path: 'lib', why: 'repository' },
    { path: 'out/b.txt', why: 'sparse' },
  ]);
});

test('protected files are marked, and names that are hard to read are brought as they are', async () => {
  const { client, id, origin, tree } = await chatOn({ 'a.txt': 'one\n' });
  write(tree, {
    '.github/workflows/ci.yml': 'on: push\n',
    'two words, ünï\ncode.txt': 'x\n',
    '-option': 'y\n',
  });
  const shown = await bringBack(client, id);
  expect(shown.preview.files.find(({ path }) => path.startsWith('.github'))?.marks).toBeDefined();
  await decide(client, id, shown);
  expect(text(origin, 'two words, ünï\ncode.txt')).toBe('x\n');
  expect(text(origin, '-option')).toBe('y\n');
});

test('a folder that belongs to another repository by now gets nothing', async () => {
  const { client, id, origin, tree } = await chatOn({ 'a.txt': 'one\n' });
  write(tree, { 'a.txt': 'two\n' });
  const shown = await bringBack(client, id);
  renameSync(origin, `${origin}-before`);
  repositoryIn(origin, { 'a.txt': 'one\n' });
  const late = await decide(client, id, shown).catch(() => null);
  expect(late?.state).toMatchObject({ type: 'open' });
  expect(text(origin, 'a.txt')).toBe('one\n');
  await expect(client.bringBack.intoFolder({ workspaceId: id })).rejects.toMatchObject({
    code: 'not-brought-back',
  });
});

test('a link in the folder is not followed', async () => {
  const { client, folder, id, origin, tree } = await chatOn({ 'docs/a.txt': 'one\n', 'b.txt': 'b\n' });
  const elsewhere = join(folder, 'elsewhere');
  mkdirSync(elsewhere);
  write(elsewhere, { 'a.txt': 'one\n' });
  rmSync(join(origin, 'docs'), { recursive: true });
  symlinkSync(elsewhere, join(origin, 'docs'));
  write(tree, { 'docs/a.txt': 'two\n', 'b.txt': 'c\n' });
  const shown = await bringBack(client, id);
  expect(listed(shown)).toEqual(['changed b.txt']);
  expect(shown.preview.broughtBack?.leftOut).toEqual([{ path: 'docs/a.txt', why: 'blocked' }]);
  await decide(client, id, shown);
  expect(text(elsewhere, 'a.txt')).toBe('one\n');
});

test('the agent’s own previews, and what it is told, have nothing to do with it', async () => {
  const { client, id, tree, prompts } = await chatOn({ 'a.txt': 'one\n' });
  write(tree, { 'a.txt': 'two\n' });
  await client.workspace.setApprovals({ workspaceId: id, approvals: 'auto-edits' });
  const shown = await bringBack(client, id);
  await expect(decide(client, id, shown, { type: 'ask-for-changes', note: 'Shorter' })).rejects.toMatchObject(
    { code: 'stale-preview' },
  );
  await decide(client, id, shown);
  await client.workspace.undoPreview({ workspaceId: id, actionId: shown.id });
  expect(JSON.stringify(prompts)).not.toContain('bring_back');
});
