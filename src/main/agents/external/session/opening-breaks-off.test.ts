import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startKeeperChat } from '../../../../../test/main/agents/external/external-chat.ts';
import {
  heard,
  lines,
  openKept,
  opened,
  told,
} from '../../../../../test/main/agents/external/kept-sessions.ts';
import { said } from '../../../../../test/main/start-chat.ts';
import { temporaryFolder } from '../../../../../test/main/temporary-folder.ts';
import {
  agentText,
  rowOf,
  testApp,
  toolParts,
  untilWorkspace,
  watchChat,
} from '../../../../../test/main/test-app.ts';

const short = [heard('Hi'), told('Hello.')];
const shown = ['me: Hi', 'Hello. | [Opened from the sessions of Claude Code]'];

const problemIn = async ({ client, workspace }: Awaited<ReturnType<typeof startKeeperChat>>) => {
  const { turn } = await untilWorkspace(client, workspace.id, (now) => now.turn.status === 'failed');
  return turn.status === 'failed' ? turn.problem.what : '';
};

test('a session that is gone says so, and the next message begins a new one', async () => {
  const started = await startKeeperChat({ pages: [], told: {} });
  const { client, workspace, chat, send, turn } = started;
  await openKept(started, 'gone');
  expect(await problemIn(started)).toBe('Claude Code could not open that session: Resource not found');
  expect((await rowOf(client, workspace))?.name).not.toBe('The menu');
  await send('Anew');
  expect(agentText(await chat.until(said('Heard')))).toMatch(/^Heard in new\d+: Anew$/);
  await turn('idle');
});

test('of an agent that dies in the middle nothing is kept, and Resume opens the session whole', async () => {
  const started = await startKeeperChat({ pages: [], told: { a: { updates: short, end: 'die' } } });
  const { client, workspace, chat, dataDir } = started;
  await openKept(started, 'a');
  expect(await problemIn(started)).toContain('Claude Code ended in the middle of its work');
  expect(lines(chat.transcript())).toEqual([]);
  const sound = { pages: [], told: { a: { updates: short, end: 'answer' } } };
  writeFileSync(join(dataDir, 'kept-sessions.json'), JSON.stringify(sound));
  await client.workspace.resume({ workspaceId: workspace.id });
  expect(lines(await chat.until(opened))).toEqual(shown);
});

test('of an opening that is stopped nothing is kept, and its process ends; a message opens it first', async () => {
  const go = join(temporaryFolder(), 'go');
  const kept = { pages: [], told: { a: { updates: short, end: 'wait' as const } } };
  const started = await startKeeperChat(kept, { GO: go });
  const { client, workspace, chat, turn, send, agents } = started;
  await openKept(started, 'a');
  await expect.poll(() => agents().length).toBe(1);
  await client.workspace.stop({ workspaceId: workspace.id });
  await turn('interrupted');
  await expect.poll(agents).toEqual([]);
  expect(lines(chat.transcript())).toEqual([]);
  writeFileSync(go, '');
  await send('On.');
  const now = await chat.until(said('Heard'));
  expect(lines(now)).toEqual([...shown, 'me: On.', 'Heard in a: On.']);
  await turn('idle');
});

test('what is written while a session opens comes after what was said in it', async () => {
  const go = join(temporaryFolder(), 'go');
  const kept = { pages: [], told: { a: { updates: short, end: 'wait' as const } } };
  const started = await startKeeperChat(kept, { GO: go });
  const { chat, turn, send } = started;
  await openKept(started, 'a');
  await send('One');
  await send('Two');
  await chat.until(({ messages }) => messages.length === 2);
  writeFileSync(go, '');
  const now = await chat.until(said('Heard'));
  expect(lines(now)).toEqual([...shown, 'me: One', 'me: Two', 'Heard in a: One\nTwo']);
  await turn('idle');
});

test('an opening that the end of Parley cut off is stopped, and Resume opens the session', async () => {
  const go = join(temporaryFolder(), 'go');
  const kept = { pages: [], told: { a: { updates: short, end: 'wait' as const } } };
  const started = await startKeeperChat(kept, { GO: go });
  const { workspace, agents, close, dataDir } = started;
  await openKept(started, 'a');
  await expect.poll(() => agents().length).toBe(1);
  await close();
  writeFileSync(go, '');
  const { client } = testApp(dataDir, { env: { PATH: process.env['PATH'], HOME: dataDir } });
  await untilWorkspace(client, workspace.id, ({ turn }) => turn.status === 'interrupted');
  await client.workspace.resume({ workspaceId: workspace.id });
  const again = await watchChat(client, workspace.id);
  expect(lines(await again.until(opened))).toEqual(shown);
});

test('a session of 10,000 updates opens whole', async () => {
  const updates = Array.from({ length: 2_500 }, (_, at) => [
    heard(`Question ${at}`),
    told(`Answer ${at}`),
    { sessionUpdate: 'tool_call', toolCallId: `c${at}`, title: `Call ${at}`, kind: 'read' },
    { sessionUpdate: 'tool_call_update', toolCallId: `c${at}`, status: 'completed' },
  ]).flat();
  const started = await startKeeperChat({ pages: [], told: { a: { updates, end: 'answer' } } });
  const { client, workspace, chat, turn } = started;
  await openKept(started, 'a');
  const now = await chat.until(opened);
  await turn('idle');
  expect(lines(now).at(-1)).toBe('Answer 2499 | [Call 2499] | [Opened from the sessions of Claude Code]');
  const first = now.messages[0];
  if (first === undefined) throw new Error('Nothing came.');
  const { all } = await client.workspace.countMessages({ workspaceId: workspace.id, before: first.id });
  expect(all).toBe(5_000);
});

test('what can’t be read of a session is passed over, and what nobody knows is named', async () => {
  const updates = [
    7,
    null,
    {},
    { sessionUpdate: 3 },
    { sessionUpdate: 'tool_call' },
    { sessionUpdate: 'plan', entries: 1 },
    { sessionUpdate: 'user_message_chunk' },
    heard(''),
    heard('Hi'),
    { sessionUpdate: 'brand_new_update' },
    { sessionUpdate: 'tool_call', toolCallId: '', title: 'No id', status: 'failed' },
    { sessionUpdate: 'tool_call', toolCallId: 'session', title: 'A used id' },
    { sessionUpdate: 'tool_call_update', toolCallId: 'late', title: 'Never begun', status: 'completed' },
    { sessionUpdate: 'usage_update', used: 5_000, size: 10_000 },
    { sessionUpdate: 'notice', severity: 'info', title: 'Compacted' },
    told('Hello.'),
  ];
  const started = await startKeeperChat({ pages: [], told: { a: { updates, end: 'answer' } } });
  await openKept(started, 'a');
  const now = await started.chat.until(opened);
  expect(lines(now)).toEqual([
    'me: Hi',
    '[Claude Code sent “brand_new_update”] | [No id] | [A used id] | [Never begun] | [Compacted] | Hello. | [Opened from the sessions of Claude Code]',
  ]);
  expect(toolParts(now).map(({ result }) => result?.ok)).toEqual([true, false, true, true, true, true]);
});

test('what an agent still tells of a session after its answer is in the chat', async () => {
  const [asked, ...answer] = short;
  const kept = { pages: [], told: { a: { updates: [asked], end: 'answer' as const, later: answer } } };
  const started = await startKeeperChat(kept);
  await openKept(started, 'a');
  expect(lines(await started.chat.until(opened))).toEqual(shown);
});

test('a session of which nothing is told opens all the same', async () => {
  const started = await startKeeperChat({ pages: [], told: { a: { updates: [], end: 'answer' } } });
  const { chat, send } = started;
  await openKept(started, 'a');
  expect(lines(await chat.until(opened))).toEqual(['[Opened from the sessions of Claude Code]']);
  await send('On.');
  expect(agentText(await chat.until(said('Heard')))).toBe('Heard in a: On.');
});
