import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ask, startChat, waits } from '../../../test/main/start-chat.ts';
import { callsTools, says } from '../../../test/main/agents/model/scripted-agent.ts';
import { temporaryFolder } from '../../../test/main/temporary-folder.ts';
import { listState, toolParts } from '../../../test/main/test-app.ts';
import { killedAtWrites } from '../../../test/main/storage/killed-at-writes.ts';
import { storesIn } from '../../../test/main/storage/prepared-database.ts';
import { git, repositoryIn, write } from '../../../test/main/worktrees/repository.ts';
import { appOf, begin, env, send as sendTo, whole } from '../../../test/main/worktrees/worktree-chats.ts';
import type { ParleyClient } from '../../shared/contract/contract.ts';
import type { WorktreeChoice } from '../../shared/worktrees/worktree-offer.ts';
import type { WorkspaceId } from '../../shared/ids.ts';

/** Begins a chat with the conversation of another, in a worktree. */
function goOnFrom(client: ParleyClient, workspaceId: WorkspaceId) {
  return client.workspace.continueInWorktree({ workspaceId, newId: randomUUID() });
}

async function messagesOf(client: ParleyClient, workspaceId: WorkspaceId) {
  const { messages } = await client.workspace.readMessages({ workspaceId, at: { type: 'start' } });
  return messages;
}

test('a chat goes on in a worktree with the conversation and what is not committed, and the first stays as it is', async () => {
  const { client, folder, prompts } = appOf();
  const origin = repositoryIn(join(folder, 'r'));
  write(origin, { 'a.txt': 'not committed\n' });
  const first = await begin(client, origin, { own: false });
  const before = await messagesOf(client, first.id);
  const second = await goOnFrom(client, first.id);
  expect(second).toMatchObject({
    name: 'Retry failed uploads 2',
    folder: origin,
    agent: first.agent,
    worktree: { state: 'wanted', changes: true, start: null },
    turn: { status: 'idle' },
  });
  const said = await messagesOf(client, second.id);
  expect(said.map(({ role }) => role)).toEqual(['user', 'agent']);
  expect(said[1]).toMatchObject({ parts: [{ type: 'text', text: 'Done.' }] });
  const { folder: tree } = await sendTo(client, second.id, 'And again');
  expect(JSON.stringify(prompts.at(-1))).toMatch(/Retry failed uploads.*Done\..*And again/);
  expect(readFileSync(join(tree, 'a.txt'), 'utf8')).toBe('not committed\n');
  expect(await messagesOf(client, first.id)).toEqual(before);
  expect(git(origin, 'status', '--short')).toBe(' M a.txt');
});

test('one that goes on with a worktree begins as that is, and counts from where that began', async () => {
  const { client, folder } = appOf();
  const origin = repositoryIn(join(folder, 'r'));
  const first = await begin(client, join(origin, 'src'), whole);
  const tree = join(first.folder, '..');
  write(tree, { 'a.txt': 'first\n' });
  git(tree, 'commit', '--quiet', '--all', '--message=first');
  write(tree, { 'src/b.txt': 'not committed\n', 'new.txt': 'new\n' });
  const before = git(tree, 'status', '--short', '--branch');
  const { id: workspaceId } = await goOnFrom(client, first.id);
  const start = { type: 'chat', chat: first.id } as const;
  expect(await client.workspace.readWorktreeOffer({ workspaceId, start })).toMatchObject({
    uncommitted: 2,
    runsSetup: false,
  });
  const second = await sendTo(client, workspaceId, 'Another way');
  expect(second.worktree).toMatchObject({ origin: join(origin, 'src'), from: 'main', along: 2 });
  const root = join(second.folder, '..');
  expect(git(root, 'log', '--format=%s')).toBe('first\none');
  expect(git(root, 'status', '--short')).toBe(' M src/b.txt\n?? new.txt');
  expect(git(tree, 'status', '--short', '--branch')).toBe(before);
  const changes = await client.workspace.readChatChanges({ workspaceId, since: 'beginning' });
  expect(changes?.files.map(({ path }) => path)).toEqual(['a.txt', 'new.txt', 'src/b.txt']);
  expect(await client.bringBack.offer({ workspaceId })).toMatchObject({ files: 3 });
  const third = await goOnFrom(client, first.id);
  await client.workspace.chooseWorktree({
    workspaceId: third.id,
    choice: { own: true, changes: false, copies: null, start },
  });
  const bare = await sendTo(client, third.id, 'Without them');
  expect(git(join(bare.folder, '..'), 'status', '--short')).toBe('');
  await client.workspace.remove({ workspaceId: first.id });
  await client.workspace.remove({ workspaceId: third.id });
  await expect.poll(() => [existsSync(tree), existsSync(bare.folder)]).toEqual([false, false]);
  expect(await client.workspace.readWorktreeLoss({ workspaceId })).toMatchObject({ files: 2, commits: 1 });
});

test('until its first message it can be put in the folder, and in a worktree again, which begins as it was to', async () => {
  const { client, folder } = appOf();
  const origin = repositoryIn(join(folder, 'r'));
  const first = await begin(client, origin, whole);
  write(first.folder, { 'a.txt': 'not committed\n' });
  const { id: workspaceId } = await goOnFrom(client, first.id);
  const start = { type: 'chat', chat: first.id } as const;
  const choose = (choice: WorktreeChoice) => client.workspace.chooseWorktree({ workspaceId, choice });
  const worktree = async () =>
    (await listState(client)).workspaces.find(({ id }) => id === workspaceId)?.worktree;
  await choose({ own: false });
  expect(await worktree()).toEqual({ state: 'unwanted', start });
  await choose({ ...whole, start });
  const begun = await sendTo(client, workspaceId, 'Another way');
  expect(begun.worktree).toMatchObject({ state: 'made', along: 1 });
  const other = await goOnFrom(client, first.id);
  await client.workspace.chooseWorktree({ workspaceId: other.id, choice: { own: false } });
  const stays = await sendTo(client, other.id, 'In the folder');
  expect([stays.folder, stays.worktree]).toEqual([origin, null]);
  const late = client.workspace.chooseWorktree({ workspaceId: other.id, choice: whole });
  await expect(late).rejects.toMatchObject({ code: 'chat-begun' });
});

test('the worktree that a chat was to go on with is gone: that is said', async () => {
  const { client, folder } = appOf();
  const origin = repositoryIn(join(folder, 'r'));
  const first = await begin(client, origin, whole);
  const { id: workspaceId } = await goOnFrom(client, first.id);
  await client.workspace.remove({ workspaceId: first.id });
  await expect.poll(() => existsSync(first.folder)).toBe(false);
  const { turn } = await sendTo(client, workspaceId, 'Another way');
  expect(turn).toMatchObject({
    status: 'failed',
    problem: { what: 'The worktree of the other chat, where this chat’s was to begin, is gone.' },
  });
});

test('wherever a kill comes, the new chat is there with all of it or not at all', async () => {
  const { client, folder, dataDir } = appOf();
  const first = await begin(client, repositoryIn(join(folder, 'r')), { own: false });
  await client.workspace.setThinking({ workspaceId: first.id, thinking: 'high' });
  const killed = await killedAtWrites(dataDir, () => goOnFrom(client, first.id));
  const found = killed.map((dir) => {
    const stores = storesIn(dir);
    const [, chat] = stores.workspaces.list();
    if (chat === undefined) return 'none';
    const { name, thinking, worktree } = chat;
    const said = stores.messages.delivered(chat.id).length;
    stores.close();
    return { name, thinking, worktree: worktree?.state, said };
  });
  expect(found.length).toBeGreaterThan(5);
  expect(found.at(-1)).toEqual({
    name: 'Retry failed uploads 2',
    thinking: 'high',
    worktree: 'wanted',
    said: 2,
  });
  expect(new Set(found.slice(0, -1))).toEqual(new Set(['none']));
});

test('the same request twice begins one chat, at the same time or later', async () => {
  const { client, folder } = appOf();
  const first = await begin(client, repositoryIn(join(folder, 'r')), whole);
  const newId = randomUUID();
  const request = { workspaceId: first.id, newId };
  const both = await Promise.all([
    client.workspace.continueInWorktree(request),
    client.workspace.continueInWorktree(request),
  ]);
  expect(both.map(({ id }) => id)).toEqual([newId, newId]);
  const begun = await sendTo(client, both[0].id, 'Another way');
  expect(await client.workspace.continueInWorktree(request)).toEqual(begun);
  const { workspaces } = await listState(client);
  expect(workspaces.map(({ id }) => id)).toEqual([first.id, newId]);
  await expect(client.workspace.continueInWorktree({ ...request, newId: '../inbox' })).rejects.toMatchObject({
    code: 'BAD_REQUEST',
  });
});

test('a call that waits is over in the copy, and an answered question is one still', async () => {
  const scripts = [
    () => callsTools(['one', 'ask_user_question', ask('Which way?')]),
    () => callsTools(['two', 'ask_user_question', ask('Which colour?')]),
    () => says('Fine.'),
  ];
  const origin = repositoryIn(join(temporaryFolder(), 'r'));
  const options = { env, undoTime: 0 };
  const { client, chat, workspace, prompts, send, answer } = await startChat(
    scripts,
    join(temporaryFolder(), 'data'),
    options,
    origin,
  );
  await send('Paint it');
  await chat.until(waits(1));
  await answer(0, 'A');
  await chat.until((now) => toolParts(now).length === 2 && waits(1)(now));
  const copy = await goOnFrom(client, workspace.id);
  expect(copy).toMatchObject({ waiting: 0, turn: { status: 'idle' } });
  const calls = (await messagesOf(client, copy.id)).flatMap((message) =>
    message.role === 'agent' ? message.parts.filter((part) => part.type === 'tool') : [],
  );
  expect(calls).toMatchObject([
    { kind: 'question', ask: { settlement: { outcome: { type: 'answered' } } } },
    { kind: 'plain', result: { ok: false } },
  ]);
  expect((await sendTo(client, copy.id, 'Blue')).turn).toEqual({ status: 'idle' });
  expect(JSON.stringify(prompts.at(-1))).toContain('taken over into a new chat');
  expect(waits(1)(chat.transcript())).toBe(true);
});
