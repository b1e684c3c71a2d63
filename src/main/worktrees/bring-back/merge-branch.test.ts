import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { git, repositoryIn, write } from '../../../../test/main/worktrees/repository.ts';
import { gate, hook } from '../../../../test/main/worktrees/hooks.ts';
import { temporaryFolder } from '../../../../test/main/temporary-folder.ts';
import { hastyGit } from '../../../../test/main/worktrees/hasty-git.ts';
import { appOf, begin, env, trust, whole } from '../../../../test/main/worktrees/worktree-chats.ts';

const author = {
  GIT_AUTHOR_NAME: 'Ada',
  GIT_AUTHOR_EMAIL: 'ada@example.org',
  GIT_COMMITTER_NAME: 'Ada',
  GIT_COMMITTER_EMAIL: 'ada@example.org',
};

const message = "Merge branch 'parley/retry-failed-uploads'";

type Setup = {
  own?: Record<string, string>;
  isTrusted?: boolean;
  config?: Record<string, string>;
};

async function chatOn(
  files: Readonly<Record<string, string>> = { 'a.txt': 'one\n', 'b.txt': 'b\n' },
  { own = {}, isTrusted = true, config = {} }: Setup = {},
) {
  const app = appOf(undefined, { ...env, ...author, ...own });
  const origin = repositoryIn(join(app.folder, 'harbor-api'), files);
  for (const [key, value] of Object.entries(config)) git(origin, 'config', key, value);
  if (isTrusted) await trust(app.client, origin);
  const { id: workspaceId, folder: tree } = await begin(app.client, origin, whole);
  const offer = async () => (await app.client.bringBack.offer({ workspaceId }))?.merge;
  let count = 0;
  const merge = async () => {
    const found = await offer();
    if (found?.offered !== true) throw new Error(`Not offered: ${JSON.stringify(found)}`);
    const { ours, theirs } = found;
    return app.client.bringBack.merge({ workspaceId, key: `merge ${(count += 1)}`, ours, theirs });
  };
  return { ...app, origin, workspaceId, tree, offer, merge };
}

function commit(folder: string, files: Readonly<Record<string, string>>): void {
  write(folder, files);
  git(folder, 'add', '--all');
  git(folder, 'commit', '--quiet', '--message=more');
}

test('a branch is merged into what is checked out in the folder, once', async () => {
  const { client, workspaceId, origin, tree, offer, merge } = await chatOn();
  expect(await offer()).toEqual({ offered: false, into: 'main', why: { type: 'nothing' } });
  commit(tree, { 'a.txt': 'two\n' });
  commit(origin, { 'c.txt': 'c\n' });
  write(tree, { 'b.txt': 'not committed\n' });
  const before = git(origin, 'count-objects', '-v');
  const found = await offer();
  expect(git(origin, 'count-objects', '-v')).toBe(before);
  expect(found).toMatchObject({
    offered: true,
    into: 'main',
    commits: 1,
    folder: origin,
    command: ['git', 'merge', '--no-edit', '-m', message, git(tree, 'rev-parse', 'HEAD')],
  });
  expect(await merge()).toMatchObject({ type: 'merged' });
  expect(readFileSync(join(origin, 'a.txt'), 'utf8')).toBe('two\n');
  expect(readFileSync(join(origin, 'b.txt'), 'utf8')).toBe('b\n');
  expect(git(origin, 'log', '-1', '--format=%an: %s')).toBe(`Ada: ${message}`);
  const again = found?.offered === true ? found : { ours: '', theirs: '' };
  expect(
    await client.bringBack.merge({ workspaceId, key: 'again', ours: again.ours, theirs: again.theirs }),
  ).toEqual({
    type: 'merged',
    said: '',
  });
});

test.each<[string, (origin: string) => void, unknown]>([
  [
    'the folder has uncommitted files',
    (origin) => write(origin, { 'b.txt': 'mine\n' }),
    { type: 'uncommitted', files: 1 },
  ],
  [
    'no branch is checked out',
    (origin) => git(origin, 'checkout', '--quiet', '--detach'),
    { type: 'detached' },
  ],
  [
    'both changed the same',
    (origin) => commit(origin, { 'a.txt': 'mine\n' }),
    { type: 'conflicts', paths: ['a.txt'] },
  ],
  [
    'a rebase has stopped',
    (origin) => {
      git(origin, 'checkout', '--quiet', '-b', 'other');
      commit(origin, { 'a.txt': 'other\n' });
      git(origin, 'checkout', '--quiet', 'main');
      commit(origin, { 'a.txt': 'mine\n' });
      expect(() => git(origin, 'rebase', 'other')).toThrow('Command failed');
    },
    { type: 'operation' },
  ],
])('it is not offered where %s', async (_, make, why) => {
  const { origin, tree, offer } = await chatOn();
  commit(tree, { 'a.txt': 'two\n' });
  make(origin);
  const before = [git(origin, 'status'), git(origin, 'log', '--oneline', '-3')];
  expect(await offer()).toMatchObject({ offered: false, why });
  expect([git(origin, 'status'), git(origin, 'log', '--oneline', '-3')]).toEqual(before);
});

test('into a folder that is not trusted nothing is merged; what git would run there is listed, to be trusted', async () => {
  const { client, workspaceId, origin, tree, offer, merge } = await chatOn(undefined, { isTrusted: false });
  commit(tree, { 'a.txt': 'two\n' });
  hook(origin, 'post-merge', 'true');
  const found = await offer();
  const why = found?.offered === false ? found.why : undefined;
  expect(why).toMatchObject({ type: 'untrusted', because: { why: 'untrusted', hooks: ['post-merge'] } });
  const fingerprint = why?.type === 'untrusted' ? (why.because.fingerprint ?? '') : '';
  await client.workspace.trustRepository({ workspaceId, fingerprint });
  expect(await merge()).toMatchObject({ type: 'merged' });
});

test('a folder of which nobody has decided all is decided about as a whole', async () => {
  const mcp = { 'a.txt': 'one\n', '.mcp.json': '{"mcpServers":{"x":{"command":"x"}}}' };
  const { tree, offer } = await chatOn(mcp, { isTrusted: false });
  commit(tree, { 'a.txt': 'two\n' });
  expect(await offer()).toMatchObject({ why: { type: 'untrusted', because: { fingerprint: null } } });
});

test('hooks that the merge changes are named', async () => {
  const files = { 'a.txt': 'one\n', '.husky/post-merge': 'true\n' };
  const { tree, offer } = await chatOn(files, { config: { 'core.hooksPath': '.husky' } });
  commit(tree, { '.husky/post-merge': 'touch ran\n' });
  expect(await offer()).toMatchObject({ offered: true, changedHooks: ['.husky/post-merge'] });
});

test('nothing is merged that was not offered', async () => {
  const { client, workspaceId, tree, origin, offer } = await chatOn();
  commit(tree, { 'a.txt': 'two\n' });
  const found = await offer();
  if (found?.offered !== true) throw new Error('It is not offered.');
  commit(tree, { 'a.txt': 'three\n' });
  const { ours, theirs } = found;
  expect(await client.bringBack.merge({ workspaceId, key: 'merge', ours, theirs })).toEqual({
    type: 'changed',
  });
  expect(readFileSync(join(origin, 'a.txt'), 'utf8')).toBe('one\n');
});

test('what an agent commits between the look and the merge is not merged', async () => {
  const bin = temporaryFolder();
  const { origin, tree, merge } = await chatOn(undefined, { own: { PATH: `${bin}:${env.PATH}` } });
  commit(tree, { 'a.txt': 'two\n' });
  commit(origin, { 'c.txt': 'c\n' });
  git(origin, 'checkout', '--quiet', '-b', "ada's");
  const tip = git(tree, 'rev-parse', 'HEAD');
  hastyGit(bin, { before: 'merge', in: tree });
  expect(await merge()).toMatchObject({ type: 'merged' });
  expect(git(tree, 'log', '-1', '--format=%s')).toBe('unseen');
  expect(git(origin, 'log', '-1', '--format=%P %s').slice(41)).toBe(`${tip} ${message} into ada's`);
});

test('where a hook says no the merge is taken back, with what it said', async () => {
  const { origin, tree, merge } = await chatOn();
  commit(tree, { 'a.txt': 'two\n' });
  commit(origin, { 'c.txt': 'c\n' });
  hook(origin, 'pre-merge-commit', 'echo tests fail >&2; exit 1');
  const head = git(origin, 'rev-parse', 'HEAD');
  const end = await merge();
  expect(end).toMatchObject({ type: 'taken-back' });
  expect('said' in end && end.said).toContain('tests fail');
  expect([git(origin, 'rev-parse', 'HEAD'), git(origin, 'status', '--short')]).toEqual([head, '']);
  expect(existsSync(join(origin, '.git/MERGE_HEAD'))).toBe(false);
});

test('what a hook prints is shown while it runs; stopped, the merge is taken back', async () => {
  const { client, workspaceId, origin, tree, merge } = await chatOn();
  commit(tree, { 'a.txt': 'two\n' });
  commit(origin, { 'c.txt': 'c\n' });
  const { line, started } = gate();
  hook(origin, 'pre-merge-commit', `echo testing >&2; ${line}`);
  const head = git(origin, 'rev-parse', 'HEAD');
  const watched = await client.workspace.watchGit({ workspaceId });
  const end = merge();
  await started();
  for await (const { tail } of watched) if (tail.some(({ text }) => text === 'testing')) break;
  const { ours, theirs } = { ours: head, theirs: git(tree, 'rev-parse', 'HEAD') };
  expect(await client.bringBack.merge({ workspaceId, key: 'other', ours, theirs })).toEqual({ type: 'busy' });
  await client.workspace.stopGit({ workspaceId });
  expect(await end).toEqual({ type: 'stopped', said: 'testing' });
  expect([git(origin, 'rev-parse', 'HEAD'), git(origin, 'status', '--short')]).toEqual([head, '']);
  expect(existsSync(join(origin, '.git/MERGE_HEAD'))).toBe(false);
});

test('looking runs no merge driver', async () => {
  const ran = join(temporaryFolder(), 'ran');
  const files = { 'a.txt': 'one\n', '.gitattributes': '*.txt merge=own\n' };
  const { origin, tree, offer } = await chatOn(files, { config: { 'merge.own.driver': `touch ${ran}` } });
  commit(tree, { 'a.txt': 'two\n' });
  commit(origin, { 'a.txt': 'mine\n' });
  expect(await offer()).toMatchObject({ why: { type: 'conflicts', paths: ['a.txt'] } });
  expect(existsSync(ran)).toBe(false);
});
