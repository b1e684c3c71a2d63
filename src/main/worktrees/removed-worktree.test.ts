import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { git, repositoryIn, write } from '../../../test/main/worktrees/repository.ts';
import { appOf, begin, send, whole } from '../../../test/main/worktrees/worktree-chats.ts';
import { listState } from '../../../test/main/test-app.ts';

/** A chat in a worktree. */
async function stage() {
  const { client, folder } = appOf();
  const origin = repositoryIn(join(folder, 'r'), { 'a.txt': 'one\n' });
  const chat = await begin(client, origin, whole);
  const workspaceId = chat.id;
  const row = async () => {
    const found = (await listState(client)).workspaces.find(({ id }) => id === workspaceId);
    if (found === undefined) throw new Error('The chat is gone.');
    return found;
  };
  return { client, origin, chat, workspaceId, row };
}

test('a removed worktree is gone with its branch, kept for 30 days, and the next message begins with all of it', async () => {
  const { client, origin, chat, workspaceId, row } = await stage();
  write(chat.folder, { 'a.txt': 'committed\n' });
  git(chat.folder, 'commit', '--quiet', '--all', '--message=work');
  write(chat.folder, { 'b.txt': 'not committed\n' });
  await client.workspace.removeWorktree({ workspaceId });
  await client.workspace.removeWorktree({ workspaceId });
  expect(existsSync(chat.folder)).toBe(false);
  expect(git(origin, 'branch', '--list', 'parley/*')).toBe('');
  expect(await row()).toMatchObject({
    folder: origin,
    worktree: { state: 'wanted', restores: true, removed: true },
  });
  expect(await client.worktrees.kept()).toMatchObject([{ files: 1, commits: 1 }]);
  const now = await send(client, workspaceId, 'Go on');
  expect(now.worktree).toMatchObject({ state: 'made', along: 1 });
  expect(readFileSync(join(now.folder, 'b.txt'), 'utf8')).toBe('not committed\n');
  expect(git(now.folder, 'log', '--format=%s')).toBe('work\none');
  expect(git(now.folder, 'status', '--short')).toBe('?? b.txt');
  expect(git(origin, 'status', '--short')).toBe('');
});

test('the chat can go on in the folder instead, and what is kept stays in Settings', async () => {
  const { client, origin, chat, workspaceId, row } = await stage();
  write(chat.folder, { 'b.txt': 'not committed\n' });
  await client.workspace.removeWorktree({ workspaceId });
  await client.workspace.chooseWorktree({ workspaceId, choice: { own: false } });
  expect(await row()).toMatchObject({ folder: origin, worktree: { state: 'unwanted' } });
  expect(await send(client, workspaceId, 'Go on')).toMatchObject({ folder: origin, worktree: null });
  expect(await client.worktrees.kept()).toHaveLength(1);
});

test('commits that are elsewhere but not in the folder are what the next worktree begins with', async () => {
  const { client, origin, chat, workspaceId } = await stage();
  write(chat.folder, { 'a.txt': 'committed\n' });
  git(chat.folder, 'commit', '--quiet', '--all', '--message=work');
  git(origin, 'branch', 'elsewhere', 'parley/retry-failed-uploads');
  await client.workspace.removeWorktree({ workspaceId });
  expect(await client.worktrees.kept()).toEqual([]);
  const now = await send(client, workspaceId, 'Go on');
  expect(git(now.folder, 'log', '--format=%s')).toBe('work\none');
});

test('once all of it is in the folder, the next worktree begins there', async () => {
  const { client, origin, chat, workspaceId, row } = await stage();
  write(chat.folder, { 'a.txt': 'committed\n' });
  git(chat.folder, 'commit', '--quiet', '--all', '--message=work');
  git(origin, 'merge', '--quiet', 'parley/retry-failed-uploads');
  await client.workspace.removeWorktree({ workspaceId });
  expect((await row()).worktree).toMatchObject({ state: 'wanted', restores: false, removed: true });
});

test('a worktree that can’t be kept as a whole stays, and the chat with it', async () => {
  const { client, chat, workspaceId, row } = await stage();
  repositoryIn(join(chat.folder, 'inner'));
  const failure = client.workspace.removeWorktree({ workspaceId });
  await expect(failure).rejects.toThrow('Nothing was removed');
  expect(await row()).toMatchObject({ folder: chat.folder, worktree: { state: 'made' } });
});
