import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../../test/main/temporary-folder.ts';
import { testApp, untilWorkspace } from '../../../test/main/test-app.ts';
import { git, repositoryIn, write } from '../../../test/main/worktrees/repository.ts';
import { appOf, begin, env, send, trust, whole } from '../../../test/main/worktrees/worktree-chats.ts';

test('a chat works in its own worktree, on a branch from what is checked out', async () => {
  const { client, folder, dataDir } = appOf();
  const origin = repositoryIn(join(folder, 'harbor-api'));
  const chat = await begin(client, join(origin, 'src'), whole);
  expect(chat.worktree).toEqual({
    state: 'made',
    origin: join(origin, 'src'),
    branch: 'parley/retry-failed-uploads',
    from: 'main',
    along: 0,
    hookSaid: null,
  });
  expect(chat.folder).toMatch(
    new RegExp(`^${dataDir}-worktrees/harbor-api-[0-9a-f]{8}/retry-failed-uploads/src$`),
  );
  expect(readFileSync(join(chat.folder, 'b.txt'), 'utf8')).toBe('two\n');
  expect(git(chat.folder, 'status', '--short', '--branch')).toBe('## parley/retry-failed-uploads');
  expect(git(origin, 'status', '--short', '--branch')).toBe('## main');
  expect(statSync(join(chat.folder, '../..')).mode & 0o777).toBe(0o700);
  const { branch } = await client.workspace.readBranch({ workspaceId: chat.id });
  expect(branch).toBe('parley/retry-failed-uploads');
  expect((await client.workspace.findFiles({ workspaceId: chat.id, query: 'b' })).files).toHaveLength(1);
});

test('a branch begins as Settings say, and one that git would refuse can’t be set', async () => {
  const { client, folder } = appOf();
  const origin = repositoryIn(join(folder, 'r'));
  const branchOf = async () => (await begin(client, origin, whole)).worktree;
  await client.app.saveSettings({ branchPrefix: 'Ada/fixes/' });
  expect(await branchOf()).toMatchObject({ branch: 'Ada/fixes/retry-failed-uploads' });
  await expect(client.app.saveSettings({ branchPrefix: 'fixes..' })).rejects.toMatchObject({
    code: 'BAD_REQUEST',
  });
  expect(await branchOf()).toMatchObject({ branch: 'Ada/fixes/retry-failed-uploads-2' });
  await client.app.saveSettings({ branchPrefix: '' });
  expect(await branchOf()).toMatchObject({ branch: 'retry-failed-uploads-3' });
  git(origin, 'branch', 'ada');
  await client.app.saveSettings({ branchPrefix: 'ada/' });
  expect(await branchOf()).toMatchObject({ branch: 'ada-retry-failed-uploads-4' });
});

test('what is not committed comes along as it is, and the folder is not touched', async () => {
  const { client, folder } = appOf();
  const origin = repositoryIn(join(folder, 'r'), { 'a.txt': 'one\n', gone: 'x', '.gitignore': 'secret\n' });
  write(origin, { 'a.txt': 'staged\n' });
  git(origin, 'add', 'a.txt');
  write(origin, { 'a.txt': 'staged\nand not\n', 'new file.txt': 'new', secret: 'ignored' });
  rmSync(join(origin, 'gone'));
  const before = [
    git(origin, 'status', '--short'),
    git(origin, 'diff', 'HEAD'),
    git(origin, 'stash', 'list'),
  ];
  const chat = await begin(client, origin, whole);
  expect(chat.worktree).toMatchObject({ along: 3 });
  expect(git(chat.folder, 'status', '--short')).toBe(before[0]);
  expect(git(chat.folder, 'diff', 'HEAD')).toBe(before[1]);
  expect(readFileSync(join(chat.folder, 'new file.txt'), 'utf8')).toBe('new');
  expect(existsSync(join(chat.folder, 'secret'))).toBe(false);
  expect([
    git(origin, 'status', '--short'),
    git(origin, 'diff', 'HEAD'),
    git(origin, 'stash', 'list'),
  ]).toEqual(before);
  const second = await begin(client, origin, { own: true, changes: false, copies: null });
  expect(git(second.folder, 'status', '--short', '--branch')).toBe('## parley/retry-failed-uploads-2');
});

test('what the person has git ignore everywhere stays behind, and is in no commit', async () => {
  const folder = temporaryFolder();
  write(folder, { 'home/.config/git/ignore': 'private.txt\n' });
  const { client } = appOf(folder, { ...env, GIT_CONFIG_GLOBAL: undefined, HOME: join(folder, 'home') });
  const origin = repositoryIn(join(folder, 'r'));
  write(origin, { 'private.txt': 'secret', 'new.txt': 'new' });
  const chat = await begin(client, origin, whole);
  expect(chat.worktree).toMatchObject({ along: 1 });
  expect([existsSync(join(chat.folder, 'private.txt')), existsSync(join(chat.folder, 'new.txt'))]).toEqual([
    false,
    true,
  ]);
  const objects = git(origin, 'cat-file', '--batch-all-objects', '--batch-check=%(objectname)');
  const texts = objects.split('\n').map((name) => git(origin, 'cat-file', '-p', name));
  expect(texts).not.toContain('secret');
});

test('ignored files that .worktreeinclude names are copied once they were shown, and get into no commit', async () => {
  const { client, folder } = appOf();
  const origin = repositoryIn(join(folder, 'r'), {
    '.gitignore': '.env*\nlocal/\nout/\n',
    '.worktreeinclude': '# What it runs with\n.env*\nlocal/*.json\n!local/not.json\n../up\nsecret\nlink*\n',
  });
  write(folder, { up: 'up' });
  write(origin, {
    '.env': 'KEY=1',
    'local/a.json': '{}',
    'local/not.json': '{}',
    'out/x': 'x',
    secret: 'not ignored',
  });
  symlinkSync(join(folder, 'up'), join(origin, '.env.link'));
  const { id: workspaceId } = await client.workspace.create({ folder: origin });
  const offer = await client.workspace.readWorktreeOffer({ workspaceId });
  const copies = ['.env', 'local/a.json'];
  expect(offer).toMatchObject({ offered: true, copies: copies.map((path) => ({ path })) });
  const bare = await begin(client, origin, whole);
  expect(existsSync(join(bare.folder, '.env'))).toBe(false);
  const chosen = [...copies, '.env.link', 'out/x', '../up', 'secret'];
  const chat = await begin(client, origin, { own: true, changes: false, copies: chosen });
  const there = ['.env', 'local/a.json', 'local/not.json', 'out/x', 'secret', '.env.link', '../up'];
  expect(there.filter((path) => existsSync(join(chat.folder, path)))).toEqual(copies);
  expect(git(chat.folder, 'status', '--short')).toBe('');
  write(origin, { '.gitignore': '' });
  git(origin, 'commit', '--quiet', '--all', '--message=nothing is ignored');
  write(origin, { '.gitignore': '.env\n' });
  const other = await begin(client, origin, { own: true, changes: false, copies });
  expect(git(other.folder, 'status', '--short', '--ignored')).toBe('');
});

test('new chats begin as the one before, and a chat that works already does not change', async () => {
  const { client, folder } = appOf();
  const origin = repositoryIn(join(folder, 'r'));
  const first = await client.workspace.create({ folder: origin });
  expect(first.worktree).toBeNull();
  await client.workspace.chooseWorktree({ workspaceId: first.id, choice: whole });
  const second = await client.workspace.create({ folder: origin });
  expect(second.worktree).toEqual({
    state: 'wanted',
    changes: true,
    copies: null,
    start: null,
    restores: false,
    removed: false,
  });
  await client.workspace.chooseWorktree({ workspaceId: second.id, choice: { own: false } });
  expect((await client.workspace.create({ folder: origin })).worktree).toBeNull();
  const begun = await send(client, second.id, 'Hello');
  expect([begun.folder, begun.worktree]).toEqual([origin, null]);
  const late = client.workspace.chooseWorktree({ workspaceId: second.id, choice: whole });
  await expect(late).rejects.toMatchObject({ code: 'chat-begun' });
  const made = await send(client, first.id, 'Hello');
  const back = client.workspace.chooseWorktree({ workspaceId: made.id, choice: { own: false } });
  await expect(back).rejects.toMatchObject({ code: 'chat-begun' });
});

test.each([
  ['a folder without a repository', (folder: string) => folder, 'no-repository'],
  [
    'a repository without a commit',
    (folder: string) => (git(folder, 'init', '--quiet'), folder),
    'no-commit',
  ],
  [
    'a bare repository',
    (folder: string) => (git(folder, 'init', '--quiet', '--bare', 'bare.git'), join(folder, 'bare.git')),
    'no-repository',
  ],
])('no worktree is offered for %s', async (_, make, why) => {
  const { client, folder } = appOf();
  const at = join(folder, 'r');
  mkdirSync(at);
  const origin = make(at);
  const { id: workspaceId } = await client.workspace.create({ folder: origin });
  expect(await client.workspace.readWorktreeOffer({ workspaceId })).toEqual({ offered: false, why });
  await client.workspace.chooseWorktree({ workspaceId, choice: whole });
  const { turn, worktree } = await send(client, workspaceId, 'Hello');
  expect([turn.status, worktree?.state]).toEqual(['failed', 'wanted']);
  await client.workspace.chooseWorktree({ workspaceId, choice: { own: false } });
  await client.workspace.resume({ workspaceId });
  expect(await untilWorkspace(client, workspaceId, ({ turn: now }) => now.status === 'idle')).toMatchObject({
    folder: origin,
  });
});

test('no worktree is offered where there is no git', async () => {
  const folder = temporaryFolder();
  const { client } = testApp(join(folder, 'data'), { env: { PATH: join(folder, 'empty') } });
  const origin = repositoryIn(join(folder, 'r'));
  const { id: workspaceId } = await client.workspace.create({ folder: origin });
  const offer = await client.workspace.readWorktreeOffer({ workspaceId });
  expect(offer).toEqual({ offered: false, why: 'no-git' });
});

/** Repositories as people have them: each makes one in a folder and returns the folder of the chat. */
const messy: Record<string, (folder: string) => string> = {
  'a branch called parley': (folder) => {
    const origin = repositoryIn(folder);
    git(origin, 'branch', 'parley');
    return origin;
  },
  'a detached commit': (folder) => {
    const origin = repositoryIn(folder);
    git(origin, 'checkout', '--quiet', '--detach');
    return origin;
  },
  'a rebase that stopped': (folder) => {
    const origin = repositoryIn(folder);
    git(origin, 'checkout', '--quiet', '-b', 'topic');
    write(origin, { 'a.txt': 'topic\n' });
    git(origin, 'commit', '--quiet', '--all', '--message=topic');
    git(origin, 'checkout', '--quiet', 'main');
    write(origin, { 'a.txt': 'main\n' });
    git(origin, 'commit', '--quiet', '--all', '--message=main');
    expect(() => git(origin, 'rebase', 'main', 'topic')).toThrow('Command failed');
    return origin;
  },
  'a shallow clone': (folder) => {
    repositoryIn(join(folder, 'whole'));
    git(folder, 'clone', '--quiet', '--depth=1', `file://${folder}/whole`, 'shallow');
    return join(folder, 'shallow');
  },
  'a worktree': (folder) => {
    const origin = repositoryIn(join(folder, 'r'));
    git(origin, 'worktree', 'add', '--quiet', '../other');
    return join(folder, 'other');
  },
  'a worktree of a bare repository': (folder) => {
    repositoryIn(join(folder, 'r'));
    git(folder, 'clone', '--quiet', '--bare', 'r', 'bare.git');
    git(join(folder, 'bare.git'), 'worktree', 'add', '--quiet', '../tree', 'main');
    return join(folder, 'tree');
  },
  'a submodule': (folder) => {
    const origin = repositoryIn(join(folder, 'r'));
    repositoryIn(join(folder, 'sub'));
    git(origin, 'submodule', '--quiet', 'add', '../sub', 'sub');
    git(origin, 'commit', '--quiet', '--message=sub');
    return origin;
  },
  'within a submodule': (folder) => {
    const origin = messy['a submodule']?.(folder) ?? '';
    return join(origin, 'sub');
  },
  'a sparse checkout': (folder) => {
    repositoryIn(join(folder, 'r'));
    git(folder, 'clone', '--quiet', 'r', 'sparse');
    git(join(folder, 'sparse'), 'sparse-checkout', 'set', '--cone', 'other');
    return join(folder, 'sparse');
  },
  'a name with spaces and other letters': (folder) => repositoryIn(join(folder, 'Größe — x\'y "z"')),
  'a hook that fails': (folder) => {
    const origin = repositoryIn(folder);
    write(origin, { '.git/hooks/post-checkout': '#!/bin/sh\necho hook ran; exit 3\n' });
    chmodSync(join(origin, '.git/hooks/post-checkout'), 0o755);
    return origin;
  },
  'a filter that fails': (folder) => {
    const origin = repositoryIn(folder, { 'a.txt': 'pointer\n', '.gitattributes': 'a.txt filter=lfs\n' });
    git(origin, 'config', 'filter.lfs.smudge', 'false');
    git(origin, 'config', 'filter.lfs.clean', 'false');
    git(origin, 'config', 'filter.lfs.required', 'true');
    return origin;
  },
};

test.each(Object.keys(messy))(
  'a worktree of %s holds what is committed, and goes without a trace',
  async (kind) => {
    const { client, folder } = appOf();
    mkdirSync(join(folder, 'repositories'));
    const origin = messy[kind]?.(join(folder, 'repositories')) ?? '';
    const [branches, worktrees] = [git(origin, 'branch', '--list'), git(origin, 'worktree', 'list')];
    const chat = await begin(client, origin, { own: true, changes: false, copies: null });
    expect(chat.turn).toEqual({ status: 'idle' });
    expect(chat.worktree).toMatchObject({ state: 'made', hookSaid: null });
    const unfiltered = ['-c', 'filter.lfs.clean=', '-c', 'filter.lfs.required=false'];
    expect(git(chat.folder, ...unfiltered, 'status', '--short')).toBe('');
    expect(git(chat.folder, 'rev-parse', 'HEAD')).toBe(git(origin, 'rev-parse', 'HEAD'));
    await client.workspace.remove({ workspaceId: chat.id });
    await expect
      .poll(() => [git(origin, 'branch', '--list'), existsSync(chat.folder)])
      .toEqual([branches, false]);
    expect(git(origin, 'worktree', 'list')).toBe(worktrees);
  },
);

test('what only a deleted chat’s worktree had is named, kept, and begins a chat again', async () => {
  const { client, folder } = appOf();
  const origin = repositoryIn(join(folder, 'r'), { 'a.txt': 'one\n', '.gitignore': 'out/\n' });
  const chat = await begin(client, origin, whole);
  write(chat.folder, { 'a.txt': 'mine\n', 'new.txt': 'new\n', 'out/big': 'ignored' });
  git(chat.folder, 'add', 'new.txt');
  git(chat.folder, 'commit', '--quiet', '--message=mine');
  const loss = { type: 'removed', files: 1, commits: 1 };
  expect(await client.workspace.readWorktreeLoss({ workspaceId: chat.id })).toEqual(loss);
  await client.workspace.remove({ workspaceId: chat.id });
  await expect.poll(() => existsSync(chat.folder)).toBe(false);
  await expect.poll(() => client.worktrees.kept()).toHaveLength(1);
  expect(git(origin, 'branch', '--list')).toBe('* main');
  const [kept] = await client.worktrees.kept();
  expect(kept).toMatchObject({ name: 'Retry failed uploads', folder: origin, files: 1, commits: 1 });
  expect(git(origin, 'show', `refs/parley/kept/${kept?.id}:a.txt`)).toBe('mine');
  const { workspaceId } = await client.worktrees.restore({ id: kept?.id ?? '' });
  const again = await untilWorkspace(client, workspaceId, ({ worktree }) => worktree?.state === 'made');
  expect(again).toMatchObject({ name: 'Retry failed uploads', worktree: { origin, along: 1 } });
  expect(git(again.folder, 'status', '--short')).toBe(' M a.txt');
  expect(git(again.folder, 'log', '--format=%s')).toBe('mine\none');
  expect(existsSync(join(again.folder, 'out'))).toBe(false);
});

test('a worktree that was removed by hand is said, and works again once it is put back', async () => {
  const { client, folder } = appOf();
  const origin = repositoryIn(join(folder, 'r'));
  const chat = await begin(client, origin, whole);
  rmSync(chat.folder, { recursive: true });
  const { turn } = await send(client, chat.id, 'Go on');
  expect(turn).toMatchObject({ status: 'failed', problem: { topic: 'folder' } });
  expect(JSON.stringify(turn)).toContain(`was removed or moved. It was at ${chat.folder}.`);
  git(origin, 'worktree', 'prune');
  git(origin, 'worktree', 'add', chat.folder, 'parley/retry-failed-uploads');
  await client.workspace.resume({ workspaceId: chat.id });
  await untilWorkspace(client, chat.id, ({ turn: now }) => now.status === 'idle');
});

test('a worktree that git has moved is followed', async () => {
  const { client, folder } = appOf();
  const origin = repositoryIn(join(folder, 'r'));
  const chat = await begin(client, origin, whole);
  git(origin, 'worktree', 'move', chat.folder, join(folder, 'elsewhere'));
  const after = await send(client, chat.id, 'Go on');
  expect([after.turn.status, after.folder]).toEqual(['idle', join(folder, 'elsewhere')]);
});

test('trust of a folder covers its worktrees as long as the same would run', async () => {
  const { client, folder } = appOf();
  const server = JSON.stringify({ mcpServers: { tickets: { command: 'node', args: ['server.mjs'] } } });
  const origin = repositoryIn(join(folder, 'r'), { '.mcp.json': server, 'server.mjs': '1', 'sub/x': 'x' });
  git(origin, 'config', 'core.fsmonitor', 'true');
  const first = await client.workspace.create({ folder: origin });
  const of = 'folder' as const;
  const { fingerprint, state } = await client.workspace.readTrust({ workspaceId: first.id, of });
  expect(state).toBe('asks');
  await client.workspace.decideTrust({ workspaceId: first.id, of, fingerprint, trusted: true });
  const chat = await begin(client, origin, whole);
  const now = () => client.workspace.readTrust({ workspaceId: chat.id, of });
  expect(await now()).toMatchObject({ folder: chat.folder, state: 'trusted' });
  write(chat.folder, { 'server.mjs': '2' });
  expect(await now()).toMatchObject({ state: 'asks', changed: ['server.mjs'] });
  write(chat.folder, { 'server.mjs': '1' });
  expect((await now()).state).toBe('trusted');
});

test('hooks and filters of a folder run where it is trusted; a hook that fails is said', async () => {
  const { client, folder } = appOf();
  const origin = repositoryIn(join(folder, 'r'), {
    'a.txt': 'one\n',
    '.mcp.json': '{"mcpServers":{"x":{"command":"x"}}}',
  });
  write(origin, { '.git/hooks/post-checkout': '#!/bin/sh\necho no network; exit 3\n' });
  chmodSync(join(origin, '.git/hooks/post-checkout'), 0o755);
  await trust(client, origin);
  const { worktree } = await begin(client, origin, whole);
  expect(worktree?.state === 'made' && worktree.hookSaid).toContain('no network');
});

test('what a chat has changed in its worktree is read; one that is gone, or another repository, is not', async () => {
  const { client, folder } = appOf();
  const origin = repositoryIn(join(folder, 'r'), { 'a.txt': 'one\n', 'src/b.txt': 'two\n' });
  write(origin, { 'along.txt': 'brought along' });
  const { id: workspaceId, folder: tree } = await begin(client, join(origin, 'src'), whole);
  const root = join(tree, '..');
  write(root, { 'a.txt': 'one\nmore\n' });
  git(root, 'commit', '--quiet', '--all', '--message=by the agent');
  write(root, { 'src/new.txt': 'new\n' });
  const base = git(origin, 'rev-parse', 'HEAD');
  const changes = await client.workspace.readChatChanges({ workspaceId, since: 'beginning' });
  expect(changes).toMatchObject({ base, below: 'src', more: 0 });
  expect(changes?.files.map(({ path, change }) => `${change} ${path}`)).toEqual([
    'changed a.txt',
    'created along.txt',
    'created src/new.txt',
  ]);
  const last = await client.workspace.readChatChanges({ workspaceId, since: 'last-commit' });
  expect(last?.base).toBe(git(root, 'rev-parse', 'HEAD'));
  expect(last?.files.map(({ path }) => path)).toEqual(['along.txt', 'src/new.txt']);
  const { id: plain } = await begin(client, origin, { own: false });
  expect(await client.workspace.readChatChanges({ workspaceId: plain, since: 'beginning' })).toBeNull();
  rmSync(join(root, '.git'));
  git(root, 'init', '--quiet');
  expect(await client.workspace.readChatChanges({ workspaceId, since: 'beginning' })).toBeNull();
});
