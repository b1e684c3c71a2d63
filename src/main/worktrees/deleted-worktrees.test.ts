import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { untilWorkspace } from '../../../test/main/test-app.ts';
import { git, repositoryIn, write } from '../../../test/main/worktrees/repository.ts';
import { appOf, begin, send, trust, whole } from '../../../test/main/worktrees/worktree-chats.ts';
import type { ParleyClient } from '../../shared/contract/contract.ts';
import type { Workspace } from '../../shared/workspace/workspace.ts';

type Stage = { client: ParleyClient; folder: string; origin: string; chat: Workspace };

/** A chat in a worktree of a repository that ignores `.env` and `vendor/`. */
async function stage(): Promise<Stage> {
  const { client, folder } = appOf();
  const origin = repositoryIn(join(folder, 'r'), { 'a.txt': 'one\n', '.gitignore': '.env\nvendor/\n' });
  return { client, folder, origin, chat: await begin(client, origin, whole) };
}

const lossOf = ({ client, chat }: Stage) => client.workspace.readWorktreeLoss({ workspaceId: chat.id });

/** Deletes the chat, and waits until nothing of its worktree is under way. */
async function deleteChat({ client, chat, folder }: Stage): Promise<void> {
  await client.workspace.remove({ workspaceId: chat.id });
  for await (const item of await client.app.watch({}))
    if (item.type === 'snapshot' ? item.state.removals.length === 0 : item.event.type === 'removal-ended')
      break;
  const database = new DatabaseSync(join(folder, 'data', 'parley.db'), { readOnly: true });
  const underWay = database.prepare(
    `SELECT count(*) AS worktrees FROM worktrees WHERE json_extract(state, '$.type') IN ('adding', 'removing')`,
  );
  await expect.poll(() => underWay.get()).toEqual({ worktrees: 0 });
  database.close();
}

const gitFile = (chat: Workspace) => join(chat.folder, '.git');

/** What makes a worktree one that can't be read as the repository's; each returns where its files are after that. */
const unreadable: Record<string, (stage: Stage) => string> = {
  'whose repository was moved': ({ origin, chat }) => {
    renameSync(origin, `${origin}-moved`);
    return chat.folder;
  },
  'whose repository was moved and cloned anew': ({ origin, folder, chat }) => {
    renameSync(origin, `${origin}-moved`);
    git(folder, 'clone', '--quiet', `${origin}-moved`, 'r');
    return chat.folder;
  },
  'that git was told to forget': ({ origin, chat }) => {
    renameSync(chat.folder, `${chat.folder}-away`);
    git(origin, 'worktree', 'prune');
    renameSync(`${chat.folder}-away`, chat.folder);
    return chat.folder;
  },
  'whose .git was emptied': ({ chat }) => {
    writeFileSync(gitFile(chat), '');
    return chat.folder;
  },
  'that another repository took over': ({ folder, chat }) => {
    const other = repositoryIn(join(folder, 'other'));
    renameSync(chat.folder, `${chat.folder}-away`);
    git(other, 'worktree', 'add', '--quiet', '--detach', chat.folder);
    write(chat.folder, { 'work.txt': 'hours' });
    return chat.folder;
  },
  'that is a link now': ({ folder, chat }) => {
    renameSync(chat.folder, join(folder, 'away'));
    symlinkSync(join(folder, 'away'), chat.folder);
    return join(folder, 'away');
  },
};

test.each(Object.keys(unreadable))('a worktree %s is named and left on the disk', async (kind) => {
  const at = await stage();
  write(at.chat.folder, { 'work.txt': 'hours' });
  const folder = unreadable[kind]?.(at) ?? '';
  expect(await lossOf(at)).toEqual({ type: 'left', root: at.chat.folder, why: { type: 'unreadable' } });
  await deleteChat(at);
  expect(readFileSync(join(folder, 'work.txt'), 'utf8')).toBe('hours');
});

test('a chat whose repository was moved says so, and goes on once it is back', async () => {
  const { client, origin, chat } = await stage();
  renameSync(origin, `${origin}-moved`);
  const { turn } = await send(client, chat.id, 'Go on');
  expect(JSON.stringify(turn)).toContain(`If the repository was moved from ${origin}, move it back`);
  renameSync(`${origin}-moved`, origin);
  await client.workspace.resume({ workspaceId: chat.id });
  await untilWorkspace(client, chat.id, ({ turn: now }) => now.status === 'idle');
});

test('a worktree with a relative .git is counted, kept and removed as any other', async () => {
  const at = await stage();
  const entry = join(at.origin, '.git/worktrees', basename(at.chat.folder));
  const up = '../'.repeat(at.chat.folder.split('/').length - 1);
  writeFileSync(gitFile(at.chat), `gitdir: ${up}${entry.slice(1)}\n`);
  write(at.chat.folder, { 'work.txt': 'hours' });
  expect(git(at.chat.folder, 'status', '--short')).toBe('?? work.txt');
  expect(await lossOf(at)).toEqual({ type: 'removed', files: 1, commits: 0 });
  await deleteChat(at);
  expect([existsSync(at.chat.folder), existsSync(entry)]).toEqual([false, false]);
  const [kept] = await at.client.worktrees.kept();
  expect(git(at.origin, 'show', `refs/parley/kept/${kept?.id}:work.txt`)).toBe('hours');
});

test('files on a branch without a commit are kept, and restored', async () => {
  const at = await stage();
  git(at.chat.folder, 'checkout', '--quiet', '--orphan', 'pages');
  git(at.chat.folder, 'rm', '-r', '--quiet', '-f', '.');
  write(at.chat.folder, { 'index.html': 'page', 'staged.html': 'staged' });
  git(at.chat.folder, 'add', 'staged.html');
  expect(await lossOf(at)).toMatchObject({ type: 'removed', files: 2 });
  await deleteChat(at);
  const [kept] = await at.client.worktrees.kept();
  expect(kept).toMatchObject({ files: 2 });
  const { workspaceId } = await at.client.worktrees.restore({ id: kept?.id ?? '' });
  const again = await untilWorkspace(at.client, workspaceId, ({ worktree }) => worktree?.state === 'made');
  expect(git(again.folder, 'status', '--short')).toBe('A  staged.html\n?? index.html');
});

test('commits of a restored worktree are kept as long as they are nowhere else', async () => {
  const first = await stage();
  const { client, origin } = first;
  write(first.chat.folder, { 'b.txt': 'mine\n' });
  git(first.chat.folder, 'add', '--all');
  git(first.chat.folder, 'commit', '--quiet', '--message=mine');
  const mine = git(first.chat.folder, 'rev-parse', 'HEAD');
  await deleteChat(first);
  for (const _ of ['once', 'twice']) {
    const [kept] = await client.worktrees.kept();
    const { workspaceId } = await client.worktrees.restore({ id: kept?.id ?? '' });
    const chat = await untilWorkspace(client, workspaceId, ({ worktree }) => worktree?.state === 'made');
    expect(git(chat.folder, 'rev-parse', 'HEAD')).toBe(mine);
    expect(await lossOf({ ...first, chat })).toEqual({ type: 'removed', files: 0, commits: 1 });
    await deleteChat({ ...first, chat });
  }
  const refs = (await client.worktrees.kept()).map(({ id }) => `refs/parley/kept/${id}`);
  expect(refs).toHaveLength(3);
  expect(refs.map((name) => git(origin, 'rev-parse', `${name}^1`))).toEqual([mine, mine, mine]);
  expect(git(origin, 'branch', '--list')).toBe('* main');
});

/** What the person does so that the chat's branch is in a worktree of theirs; each returns its folder. */
const madeByThePerson: Record<string, (stage: Stage) => string> = {
  'elsewhere, in place of the chat’s': ({ origin, folder, chat }) => {
    git(origin, 'worktree', 'remove', chat.folder);
    git(origin, 'worktree', 'add', '--quiet', join(folder, 'dev/mine'), 'parley/retry-failed-uploads');
    return join(folder, 'dev/mine');
  },
  'elsewhere, by the same name': ({ origin, folder, chat }) => {
    git(origin, 'worktree', 'remove', chat.folder);
    const mine = join(folder, 'dev', basename(chat.folder));
    git(origin, 'worktree', 'add', '--quiet', mine, 'parley/retry-failed-uploads');
    return mine;
  },
  'beside the chat’s': ({ origin, chat }) => {
    git(origin, 'worktree', 'remove', chat.folder);
    const mine = join(dirname(chat.folder), 'mine');
    git(origin, 'worktree', 'add', '--quiet', mine, 'parley/retry-failed-uploads');
    return mine;
  },
};

test.each(Object.keys(madeByThePerson))(
  'a worktree that the person made %s is not taken over, and stays',
  async (kind) => {
    const at = await stage();
    const mine = madeByThePerson[kind]?.(at) ?? '';
    write(mine, { '.env': 'SECRET' });
    const after = await send(at.client, at.chat.id, 'Go on');
    expect([after.turn.status, after.folder]).toEqual(['failed', at.chat.folder]);
    expect(JSON.stringify(after.turn)).toContain('was removed or moved');
    await deleteChat(at);
    expect(readFileSync(join(mine, '.env'), 'utf8')).toBe('SECRET');
    expect(git(mine, 'branch', '--show-current')).toBe('parley/retry-failed-uploads');
  },
);

test.each([true, false])(
  'a worktree that git moved out of Parley’s folder is left there, whether the chat followed it (%s)',
  async (follows) => {
    const at = await stage();
    const elsewhere = join(at.folder, 'dev', 'moved');
    mkdirSync(dirname(elsewhere));
    git(at.origin, 'worktree', 'move', at.chat.folder, elsewhere);
    git(elsewhere, 'switch', '--quiet', '--create', 'topic');
    write(elsewhere, { '.env': 'SECRET' });
    if (follows) expect((await send(at.client, at.chat.id, 'Go on')).folder).toBe(elsewhere);
    expect(await lossOf(at)).toEqual({ type: 'left', root: elsewhere, why: { type: 'elsewhere' } });
    await deleteChat(at);
    expect(readFileSync(join(elsewhere, '.env'), 'utf8')).toBe('SECRET');
    expect(git(elsewhere, 'status', '--short', '--branch')).toBe('## topic');
  },
);

test.each([
  ['in a new folder', 'lib', 'lib'],
  ['deep in a new folder', 'tools/deep/lib', 'tools/deep/lib'],
  ['that is ignored', 'vendor', 'vendor'],
  ['in an ignored folder', 'vendor/lib', 'vendor/lib'],
  ['deep in an ignored folder', 'vendor/deep/er/lib', 'vendor/deep/er/lib'],
])('a worktree with a repository %s is named and left on the disk', async (_, path, named) => {
  const at = await stage();
  repositoryIn(join(at.chat.folder, path), { x: 'x' });
  const root = at.chat.folder;
  expect(await lossOf(at)).toEqual({ type: 'left', root, why: { type: 'repositories', paths: [named] } });
  await deleteChat(at);
  expect(git(join(root, path), 'log', '--format=%s')).toBe('one');
  const other = await begin(at.client, at.origin, whole);
  expect(other.worktree).toMatchObject({ branch: 'parley/retry-failed-uploads-2' });
});

test('bare repositories and worktrees in ignored folders are repositories too; other folders are not', async () => {
  const at = await stage();
  write(at.chat.folder, { 'vendor/plain/HEAD': 'x', 'vendor/plain/refs/x': 'x' });
  expect(await lossOf(at)).toEqual({ type: 'removed', files: 0, commits: 0 });
  git(at.chat.folder, 'init', '--quiet', '--bare', 'vendor/bare');
  git(at.origin, 'worktree', 'add', '--quiet', '--detach', join(at.chat.folder, 'vendor/tree'));
  const loss = await lossOf(at);
  const paths = loss?.type === 'left' && loss.why.type === 'repositories' ? loss.why.paths : [];
  expect(paths.toSorted()).toEqual(['vendor/bare', 'vendor/tree']);
});

test('a chat whose worktree could not be restored at once restores it later, whatever was chosen meanwhile', async () => {
  const at = await stage();
  const { client, origin } = at;
  write(at.chat.folder, { 'work.txt': 'hours' });
  await deleteChat(at);
  const [kept] = await client.worktrees.kept();
  const heads = join(origin, '.git/refs/heads');
  renameSync(heads, `${heads}-away`);
  writeFileSync(heads, 'no branch can be made');
  await expect(client.worktrees.restore({ id: kept?.id ?? '' })).rejects.toMatchObject({
    code: 'not-restored',
  });
  const [chat] = await chatsOf(client);
  expect(chat?.worktree).toMatchObject({ state: 'wanted', restores: true });
  rmSync(heads);
  renameSync(`${heads}-away`, heads);
  const workspaceId = chat?.id ?? at.chat.id;
  await client.workspace.chooseWorktree({ workspaceId, choice: { ...whole, changes: false } });
  const { folder } = await send(client, workspaceId, 'Go on');
  expect(readFileSync(join(folder, 'work.txt'), 'utf8')).toBe('hours');
});

async function chatsOf(client: ParleyClient): Promise<Workspace[]> {
  for await (const item of await client.app.watch({}))
    if (item.type === 'snapshot')
      return item.state.workspaces.filter(({ worktree }) => worktree?.state === 'wanted');
  return [];
}

test('restoring runs no hook, for what it restores may be what the hook would run', async () => {
  const { client, folder } = appOf();
  const origin = repositoryIn(join(folder, 'r'), {
    'setup.sh': 'true\n',
    '.mcp.json': '{"mcpServers":{"x":{"command":"x"}}}',
  });
  write(origin, { '.git/hooks/post-checkout': `#!/bin/sh\necho hook >> ${folder}/hooks\nsh setup.sh\n` });
  chmodSync(join(origin, '.git/hooks/post-checkout'), 0o755);
  await trust(client, origin);
  const chat = await begin(client, origin, whole);
  expect(readFileSync(join(folder, 'hooks'), 'utf8')).toBe('hook\n');
  write(chat.folder, { 'setup.sh': `echo agent > ${folder}/agent\n` });
  git(chat.folder, '-c', 'core.hooksPath=/dev/null', 'commit', '--quiet', '--all', '--message=mine');
  await deleteChat({ client, folder, origin, chat });
  const [kept] = await client.worktrees.kept();
  const restored = await client.worktrees.restore({ id: kept?.id ?? '' });
  await untilWorkspace(client, restored.workspaceId, ({ worktree }) => worktree?.state === 'made');
  expect(readFileSync(join(folder, 'hooks'), 'utf8')).toBe('hook\n');
  expect(existsSync(join(folder, 'agent'))).toBe(false);
});

/** Lets so many days pass for what is kept, while Parley is closed. */
function letPass(days: number, dataDir: string): void {
  const database = new DatabaseSync(join(dataDir, 'parley.db'));
  database.prepare('UPDATE worktrees SET changed_at = changed_at - ?').run(days * 24 * 60 * 60 * 1_000);
  database.close();
}

/** Starts Parley again, and waits until what was under way is settled: another worktree of the repository is made after that. */
async function startAgain(folder: string, origin: string) {
  const { client, close } = appOf(folder);
  expect((await begin(client, origin, whole)).worktree?.state).toBe('made');
  return { client, close };
}

const keptRefs = (origin: string) => git(origin, 'for-each-ref', 'refs/parley/kept').trim();

test('what is kept goes after 30 days, and not before', async () => {
  const { client, folder, dataDir, close } = appOf();
  const origin = repositoryIn(join(folder, 'r'), { 'a.txt': 'one\n' });
  const chat = await begin(client, origin, whole);
  write(chat.folder, { 'work.txt': 'hours' });
  await deleteChat({ client, folder, origin, chat });
  await close();
  letPass(29, dataDir);
  const early = await startAgain(folder, origin);
  expect(await early.client.worktrees.kept()).toHaveLength(1);
  expect(keptRefs(origin)).not.toBe('');
  await early.close();
  letPass(2, dataDir);
  const late = await startAgain(folder, origin);
  expect(await late.client.worktrees.kept()).toEqual([]);
  expect(keptRefs(origin)).toBe('');
});

test('what a chat waits to restore is kept for as long as it waits', async () => {
  const { client, folder, dataDir, close } = appOf();
  const origin = repositoryIn(join(folder, 'r'), { 'a.txt': 'one\n' });
  const chat = await begin(client, origin, whole);
  write(chat.folder, { 'work.txt': 'hours' });
  await deleteChat({ client, folder, origin, chat });
  const [kept] = await client.worktrees.kept();
  const heads = join(origin, '.git/refs/heads');
  renameSync(heads, `${heads}-away`);
  writeFileSync(heads, 'no branch can be made');
  await expect(client.worktrees.restore({ id: kept?.id ?? '' })).rejects.toMatchObject({
    code: 'not-restored',
  });
  const [waiting] = await chatsOf(client);
  await close();
  rmSync(heads);
  renameSync(`${heads}-away`, heads);
  letPass(31, dataDir);
  const late = await startAgain(folder, origin);
  expect(keptRefs(origin)).not.toBe('');
  git(origin, 'gc', '--quiet', '--prune=now');
  const restored = await send(late.client, waiting?.id ?? chat.id, 'Go on');
  expect(readFileSync(join(restored.folder, 'work.txt'), 'utf8')).toBe('hours');
  await late.close();
  const last = await startAgain(folder, origin);
  expect(await last.client.worktrees.kept()).toEqual([]);
});
