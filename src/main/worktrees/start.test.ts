import { chmodSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { untilWorkspace } from '../../../test/main/test-app.ts';
import { addOldBranches, git, repositoryIn, write } from '../../../test/main/worktrees/repository.ts';
import { appOf, begin, send, trust, whole } from '../../../test/main/worktrees/worktree-chats.ts';

/** A repository on `main`, with a branch `topic` that has one file more. */
function withTopic(folder: string): string {
  const origin = repositoryIn(join(folder, 'r'));
  git(origin, 'checkout', '--quiet', '-b', 'topic');
  write(origin, { 'topic.txt': 'topic\n' });
  git(origin, 'add', '--all');
  git(origin, 'commit', '--quiet', '--message=topic');
  git(origin, 'checkout', '--quiet', 'main');
  return origin;
}

const at = (ref: string) => ({ ...whole, start: { type: 'branch', ref } as const });

test('a worktree begins at another branch, local or of a remote, without what is not committed', async () => {
  const { client, folder } = appOf();
  withTopic(folder);
  git(folder, 'clone', '--quiet', 'r', 'clone');
  const origin = join(folder, 'clone');
  git(origin, 'branch', 'mine');
  write(origin, { 'a.txt': 'not committed\n' });
  const { id: workspaceId } = await client.workspace.create({ folder: origin });
  await client.workspace.chooseWorktree({ workspaceId, choice: at('refs/remotes/origin/topic') });
  const { start } = at('refs/remotes/origin/topic');
  const offer = await client.workspace.readWorktreeOffer({ workspaceId, start });
  expect(offer).toMatchObject({
    branch: 'main',
    uncommitted: 0,
    copies: [],
    isStartGone: false,
    runsSetup: true,
  });
  expect(offer.offered && offer.branches.toSorted()).toEqual([
    'refs/heads/mine',
    'refs/remotes/origin/main',
    'refs/remotes/origin/topic',
  ]);
  const chat = await send(client, workspaceId, 'Retry failed uploads');
  expect(chat.worktree).toMatchObject({ state: 'made', from: 'origin/topic', along: 0 });
  expect(git(chat.folder, 'status', '--short', '--branch')).toBe('## parley/retry-failed-uploads');
  expect(git(chat.folder, 'rev-parse', 'HEAD')).toBe(git(origin, 'rev-parse', 'origin/topic'));
  const changes = () => client.workspace.readChatChanges({ workspaceId, since: 'beginning' });
  expect((await changes())?.files).toEqual([]);
  expect(await client.workspace.readWorktreeLoss({ workspaceId })).toMatchObject({ files: 0, commits: 0 });
  write(chat.folder, { 'topic.txt': 'mine\n' });
  expect((await changes())?.files.map(({ path }) => path)).toEqual(['topic.txt']);
});

test('of more branches than are listed, the oldest are found by their names', async () => {
  const { client, folder } = appOf();
  withTopic(folder);
  git(folder, 'clone', '--quiet', 'r', 'clone');
  const origin = join(folder, 'clone');
  addOldBranches(origin, 301);
  git(origin, 'update-ref', 'refs/remotes/origin/team/old', 'old/0');
  const { id: workspaceId } = await client.workspace.create({ folder: origin });
  const offer = await client.workspace.readWorktreeOffer({ workspaceId });
  if (!offer.offered) throw new Error('No worktree is offered.');
  expect([offer.branches.length, offer.hasMoreBranches]).toEqual([300, true]);
  const unlisted = ['refs/heads/old/99', 'refs/remotes/origin/team/old'];
  expect(offer.branches.filter((ref) => unlisted.includes(ref))).toEqual([]);
  const find = async (name: string) => (await client.workspace.findStartBranch({ workspaceId, name })).ref;
  expect(await find(' old/99 ')).toBe('refs/heads/old/99');
  expect(await find('refs/heads/old/99')).toBe('refs/heads/old/99');
  for (const name of ['origin/team/old', 'team/old'])
    expect(await find(name)).toBe('refs/remotes/origin/team/old');
  const none = ['old', 'old/*', 'HEAD', git(origin, 'rev-parse', 'HEAD'), 'origin/HEAD', '--all', 'a..b'];
  expect(await Promise.all(none.map(find))).toEqual(none.map(() => null));
});

test('only what the chat did is brought into the folder, and all of the branch is merged', async () => {
  const { client, folder } = appOf();
  const origin = withTopic(folder);
  await trust(client, origin);
  const { id: workspaceId, folder: tree } = await begin(client, origin, at('refs/heads/topic'));
  write(tree, { 'mine.txt': 'mine\n' });
  git(tree, 'add', '--all');
  git(tree, 'commit', '--quiet', '--message=mine');
  const offer = await client.bringBack.offer({ workspaceId });
  expect(offer).toMatchObject({ files: 1, merge: { offered: true, into: 'main', commits: 2 } });
  const { toolCallId } = await client.bringBack.intoFolder({ workspaceId });
  const { messages } = await client.workspace.readMessages({ workspaceId, at: { type: 'call', toolCallId } });
  const parts = messages.flatMap((message) => (message.role === 'outside' ? message.parts : []));
  expect(JSON.stringify(parts)).toContain('mine.txt');
  expect(JSON.stringify(parts)).not.toContain('topic.txt');
  git(origin, 'branch', '-D', 'topic');
  const loss = await client.workspace.readWorktreeLoss({ workspaceId });
  expect(loss).toMatchObject({ files: 0, commits: 1 });
});

test('a branch that went away is said before anything is made, and the chat can begin at the folder', async () => {
  const { client, folder } = appOf();
  const origin = withTopic(folder);
  const { id: workspaceId } = await client.workspace.create({ folder: origin });
  await client.workspace.chooseWorktree({ workspaceId, choice: at('refs/heads/topic') });
  git(origin, 'branch', '-D', 'topic');
  const offer = await client.workspace.readWorktreeOffer({
    workspaceId,
    start: at('refs/heads/topic').start,
  });
  expect(offer).toMatchObject({ isStartGone: true });
  const { turn, worktree } = await send(client, workspaceId, 'Retry failed uploads');
  expect(worktree?.state).toBe('wanted');
  expect(turn).toMatchObject({
    status: 'failed',
    problem: {
      what: 'The branch topic, where this chat’s worktree was to begin, is gone.',
      remedies: [{ type: 'begin-at-folder' }],
    },
  });
  expect(git(origin, 'branch', '--list', 'parley/*')).toBe('');
  await client.workspace.chooseWorktree({ workspaceId, choice: whole });
  await client.workspace.resume({ workspaceId });
  const chat = await untilWorkspace(client, workspaceId, ({ turn: now }) => now.status === 'idle');
  expect(chat.worktree).toMatchObject({ state: 'made', from: 'main' });
});

test('no hook and no filter runs for what another branch has', async () => {
  const { client, folder } = appOf();
  const origin = repositoryIn(join(folder, 'r'), {
    'a.txt': 'one\n',
    '.mcp.json': '{"mcpServers":{"x":{"command":"x"}}}',
  });
  git(origin, 'branch', 'topic');
  write(origin, { '.git/hooks/post-checkout': `#!/bin/sh\ntouch "${folder}/ran"\n` });
  chmodSync(join(origin, '.git/hooks/post-checkout'), 0o755);
  await trust(client, origin);
  await begin(client, origin, at('refs/heads/topic'));
  expect(existsSync(join(folder, 'ran'))).toBe(false);
  await begin(client, origin, whole);
  expect(existsSync(join(folder, 'ran'))).toBe(true);
});

test('a worktree at the branch of another chat counts from where that one began, and keeps its commits', async () => {
  const { client, folder } = appOf();
  const origin = repositoryIn(join(folder, 'r'));
  const first = await begin(client, origin, whole);
  write(first.folder, { 'a.txt': 'first\n' });
  git(first.folder, 'commit', '--quiet', '--all', '--message=first');
  const second = await begin(client, origin, at('refs/heads/parley/retry-failed-uploads'));
  expect(readFileSync(join(second.folder, 'a.txt'), 'utf8')).toBe('first\n');
  expect(second.worktree).toMatchObject({ from: 'main' });
  const lossOf = (workspaceId: typeof first.id) => client.workspace.readWorktreeLoss({ workspaceId });
  expect(await lossOf(first.id)).toMatchObject({ commits: 0 });
  await client.workspace.remove({ workspaceId: first.id });
  await expect.poll(() => existsSync(first.folder)).toBe(false);
  expect(await lossOf(second.id)).toMatchObject({ files: 0, commits: 1 });
});
