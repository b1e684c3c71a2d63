import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { ParleyClient } from '../../../shared/contract/contract.ts';
import type { WorktreeChoice } from '../../../shared/worktrees/worktree-offer.ts';
import type { PermissionAnswer } from '../../../shared/permissions/permission.ts';
import { answerPermission, waitingPermission } from '../../../../test/main/permissions/permission-chat.ts';
import { temporaryFolder } from '../../../../test/main/temporary-folder.ts';
import { toolParts, untilWorkspace, watchChat } from '../../../../test/main/test-app.ts';
import { git, repositoryIn } from '../../../../test/main/worktrees/repository.ts';
import { appOf, begin, env, send, whole } from '../../../../test/main/worktrees/worktree-chats.ts';

const unconfined = { ...env, PARLEY_CONFINEMENT: 'off' };

/** Sleeps in a worktree in which it never ran before. */
const sleepsOnce = 'test -e go || { touch go && sleep 60; }';

/** Sends the first message of a chat in a worktree in which a line is to run first; resolves once that is asked for. */
async function beginWith(client: ParleyClient, origin: string, line: string, choice: WorktreeChoice = whole) {
  const { id: workspaceId } = await client.workspace.create({ folder: origin });
  await client.app.saveSettings({ setupLines: [{ folder: origin, line }] });
  await client.workspace.chooseWorktree({ workspaceId, choice });
  const chat = await watchChat(client, workspaceId);
  await client.workspace.sendMessage({ workspaceId, key: workspaceId, text: 'Retry failed uploads' });
  return { client, chat, workspaceId, ...(await callOf(chat)) };
}

/** The call with which the setup line runs, once it is there. */
async function callOf(chat: Awaited<ReturnType<typeof watchChat>>, nth = 0) {
  const call = toolParts(await chat.until((now) => toolParts(now)[nth] !== undefined))[nth];
  if (call === undefined) throw new Error('There is no such call.');
  return { call };
}

type Begun = Awaited<ReturnType<typeof beginWith>>;

const answer = (begun: Begun, given: PermissionAnswer) =>
  answerPermission(begun, begun.call.toolCallId, given);

const ended = ({ client, workspaceId }: Begun) =>
  untilWorkspace(client, workspaceId, ({ turn }) => turn.status !== 'working');

/** Resolves once `sleepsOnce` sleeps. */
async function untilBegun({ client, workspaceId }: Begun): Promise<void> {
  const { folder } = await untilWorkspace(client, workspaceId, () => true);
  await expect.poll(() => existsSync(join(folder, 'go'))).toBe(true);
}

/** A call of the chat once it has its result. */
async function settled({ chat }: Begun, nth = 0) {
  return toolParts(await chat.until((now) => (toolParts(now)[nth]?.result ?? null) !== null))[nth];
}

test('a setup line runs once in a new worktree, with permission, before the agent is asked', async () => {
  const { client, folder, prompts } = appOf(temporaryFolder(), unconfined);
  const origin = repositoryIn(join(folder, 'r'));
  const begun = await beginWith(client, origin, 'echo ready > made.txt; echo installed');
  const permission = await answer(begun, { choiceId: 'once' });
  expect(prompts).toHaveLength(0);
  const chat = await ended(begun);
  expect(permission).toMatchObject({
    asker: 'Parley',
    askedBy: 'parley',
    subject: { type: 'command', line: 'echo ready > made.txt; echo installed', folder: chat.folder },
  });
  expect(readFileSync(join(chat.folder, 'made.txt'), 'utf8')).toBe('ready\n');
  expect(existsSync(join(origin, 'made.txt'))).toBe(false);
  expect(JSON.stringify(prompts[0])).toContain('installed');
  await client.workspace.sendMessage({ workspaceId: chat.id, key: 'more', text: 'And again' });
  await begun.chat.until(({ messages }) => messages.length === 4);
  await ended(begun);
  expect(toolParts(begun.chat.transcript())).toHaveLength(1);
});

test('a line that fails is shown, and the agent is told', async () => {
  const { client, folder, prompts } = appOf(temporaryFolder(), unconfined);
  const origin = repositoryIn(join(folder, 'r'));
  const begun = await beginWith(client, origin, 'echo no such package >&2; exit 3');
  await answer(begun, { choiceId: 'once' });
  expect((await ended(begun)).turn).toEqual({ status: 'idle' });
  const call = await settled(begun);
  expect(call).toMatchObject({ run: { ending: { type: 'exited', code: 3 }, lines: 1 } });
  expect(JSON.stringify(prompts[0])).toContain('no such package');
});

test('one that is not allowed is said once, and the chat goes on without it', async () => {
  const { client, folder, prompts } = appOf(temporaryFolder(), unconfined);
  const origin = repositoryIn(join(folder, 'r'));
  const begun = await beginWith(client, origin, 'touch made.txt');
  await answer(begun, { choiceId: 'no' });
  const { turn, folder: place } = await ended(begun);
  expect(turn).toMatchObject({
    status: 'failed',
    problem: { what: 'You did not allow touch made.txt, so this worktree is not set up.' },
  });
  expect(prompts).toHaveLength(0);
  await client.workspace.resume({ workspaceId: begun.workspaceId });
  await untilWorkspace(client, begun.workspaceId, ({ turn: now }) => now.status === 'idle');
  expect(prompts).toHaveLength(1);
  expect(existsSync(join(place, 'made.txt'))).toBe(false);
});

test('one that is stopped runs anew when the chat goes on', async () => {
  const { client, folder, prompts } = appOf(temporaryFolder(), unconfined);
  const origin = repositoryIn(join(folder, 'r'));
  const begun = await beginWith(client, origin, sleepsOnce);
  await answer(begun, { choiceId: 'once' });
  await untilBegun(begun);
  await client.workspace.stop({ workspaceId: begun.workspaceId });
  expect((await ended(begun)).turn).toEqual({ status: 'interrupted' });
  expect(await settled(begun)).toMatchObject({ result: { ok: false }, run: { ending: { type: 'stopped' } } });
  expect(prompts).toHaveLength(0);
  await client.workspace.resume({ workspaceId: begun.workspaceId });
  const { call } = await callOf(begun.chat, 1);
  await answerPermission(begun, call.toolCallId, { choiceId: 'once' });
  await untilWorkspace(client, begun.workspaceId, ({ turn }) => turn.status === 'idle');
  expect(prompts).toHaveLength(1);
});

test('a rule about what Parley runs allows it in the worktrees that follow', async () => {
  const { client, folder } = appOf(temporaryFolder(), unconfined);
  const origin = repositoryIn(join(folder, 'r'));
  const first = await beginWith(client, origin, 'touch made.txt');
  const permission = await answer(first, { choiceId: 'once' });
  await ended(first);
  const always = permission.choices.find(({ rule }) => rule?.effect === 'allow' && rule.folder === null);
  expect(always).toBeDefined();
  const second = await beginWith(client, origin, 'touch made.txt');
  await answer(second, { choiceId: always?.id ?? '' });
  await ended(second);
  const third = await beginWith(client, origin, 'touch made.txt');
  expect((await ended(third)).turn).toEqual({ status: 'idle' });
  expect(await settled(third)).toMatchObject({ result: { ok: true } });
});

test('a rule that is made for the folder on the card holds for its next worktrees, for what Parley runs alone', async () => {
  const { client, folder } = appOf(temporaryFolder(), unconfined);
  const origin = repositoryIn(join(folder, 'r'));
  git(origin, 'branch', 'topic');
  const first = await beginWith(client, origin, 'touch made.txt');
  const permission = await waitingPermission(first, first.call.toolCallId);
  const always = permission.choices.find(({ rule }) => rule?.effect === 'allow' && rule.folder !== null);
  expect(always?.rule).toMatchObject({ asker: 'Parley', folder: origin });
  await answer(first, { choiceId: always?.id ?? '' });
  const { folder: tree } = await ended(first);
  const second = await beginWith(client, origin, 'touch made.txt');
  expect((await ended(second)).turn).toEqual({ status: 'idle' });
  expect(await settled(second)).toMatchObject({ result: { ok: true } });
  const other = await beginWith(client, origin, 'touch other.txt');
  await answer(other, { choiceId: 'no' });
  const elsewhere = repositoryIn(join(folder, 'elsewhere'));
  await answer(await beginWith(client, elsewhere, 'touch made.txt'), { choiceId: 'no' });
  const start = { type: 'branch', ref: 'refs/heads/topic' } as const;
  await answer(await beginWith(client, origin, 'touch made.txt', { ...whole, start }), { choiceId: 'no' });
  const within = await beginWith(client, tree, 'touch made.txt');
  await answer(within, { choiceId: 'no' });
});

test('one runs in no worktree that begins with what an agent may have written', async () => {
  const { client, folder, prompts } = appOf(temporaryFolder(), unconfined);
  const origin = repositoryIn(join(folder, 'r'));
  const begun = await beginWith(client, origin, 'touch made.txt');
  await answer(begun, { choiceId: 'once' });
  await ended(begun);
  await client.workspace.removeWorktree({ workspaceId: begun.workspaceId });
  const again = await send(client, begun.workspaceId, 'Go on');
  expect(again).toMatchObject({ turn: { status: 'idle' }, worktree: { state: 'made', along: 1 } });
  await client.workspace.remove({ workspaceId: begun.workspaceId });
  await expect.poll(() => existsSync(again.folder)).toBe(false);
  const [kept] = await client.worktrees.kept();
  const { workspaceId } = await client.worktrees.restore({ id: kept?.id ?? '' });
  expect(await send(client, workspaceId, 'Go on')).toMatchObject({ turn: { status: 'idle' } });
  const other = await client.workspace.continueInWorktree({ workspaceId, newId: randomUUID() });
  expect(await send(client, other.id, 'Another way')).toMatchObject({ turn: { status: 'idle' } });
  expect(prompts).toHaveLength(4);
  for (const id of [workspaceId, other.id]) {
    const chat = await watchChat(client, id);
    expect(toolParts(chat.transcript()).filter(({ kind }) => kind === 'run')).toEqual([]);
  }
});

test('one that waits when Parley ends is asked again at the next start, and one that ran is cut off and runs anew', async () => {
  const folder = temporaryFolder();
  const first = appOf(folder, unconfined);
  const origin = repositoryIn(join(folder, 'r'));
  const begun = await beginWith(first.client, origin, sleepsOnce);
  const { workspaceId, call } = begun;
  await waitingPermission(begun, call.toolCallId);
  await first.close();
  const second = appOf(folder, unconfined);
  const chat = await watchChat(second.client, workspaceId);
  const again = { client: second.client, chat, workspaceId, call };
  await answer(again, { choiceId: 'once' });
  await untilBegun(again);
  await second.close();
  const third = appOf(folder, unconfined);
  await untilWorkspace(third.client, workspaceId, ({ turn }) => turn.status === 'interrupted');
  const last = { ...again, client: third.client, chat: await watchChat(third.client, workspaceId) };
  await third.client.workspace.resume({ workspaceId });
  const { call: anew } = await callOf(last.chat, 1);
  expect(await settled(last)).toMatchObject({ run: { ending: { type: 'cut-off' } } });
  await answerPermission(last, anew.toolCallId, { choiceId: 'once' });
  await untilWorkspace(third.client, workspaceId, ({ turn }) => turn.status === 'idle');
  expect(third.prompts).toHaveLength(1);
});

test('two chats that begin at once on one repository each get their worktree', async () => {
  const { client, folder } = appOf();
  const origin = repositoryIn(join(folder, 'r'));
  const chats = await Promise.all([begin(client, origin, whole), begin(client, origin, whole)]);
  expect(chats.map(({ turn }) => turn.status)).toEqual(['idle', 'idle']);
  expect(new Set(chats.map((chat) => chat.folder)).size).toBe(2);
  expect(git(origin, 'worktree', 'list').split('\n')).toHaveLength(3);
});
