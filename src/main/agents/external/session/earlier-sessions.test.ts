import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startKeeperChat } from '../../../../../test/main/agents/external/external-chat.ts';
import {
  heard,
  type KeeperChat,
  lines,
  openKept,
  opened,
  thought,
  told,
  usedAt,
} from '../../../../../test/main/agents/external/kept-sessions.ts';
import { said } from '../../../../../test/main/start-chat.ts';
import { temporaryFolder } from '../../../../../test/main/temporary-folder.ts';
import { agentText, rowOf, testApp, toolParts, watchChat } from '../../../../../test/main/test-app.ts';

/** A conversation with all that can be in one. */
const menu = [
  heard('Write a menu.'),
  thought('Soup first.'),
  told('On '),
  told('it.'),
  {
    sessionUpdate: 'tool_call',
    toolCallId: 'c1',
    title: 'Write menu.txt',
    kind: 'edit',
    status: 'in_progress',
    content: [{ type: 'diff', path: 'menu.txt', oldText: 'old\n', newText: 'Soup\n' }],
  },
  { sessionUpdate: 'tool_call_update', toolCallId: 'c1', status: 'completed' },
  {
    sessionUpdate: 'plan',
    entries: [{ content: 'Bake', priority: 'high', status: 'in_progress' }],
  },
  told('Done.'),
  heard('Thanks', 'm2'),
  heard('!', 'm2'),
  told('With pleasure.'),
];

const listed = (sessionId: string, more: object = {}) => ({
  sessionId,
  title: 'The menu',
  updatedAt: usedAt,
  ...more,
});

const list = ({ client, workspace }: KeeperChat, after: string | null = null) =>
  client.workspace.readAgentSessions({ workspaceId: workspace.id, after });

test('an earlier session opens with all that was said in it, and the next message goes on there', async () => {
  const started = await startKeeperChat({ pages: [], told: { a: { updates: menu, end: 'answer' } } });
  const { client, workspace, chat, send, turn, agents } = started;
  expect((await openKept(started, 'a')).id).toBe(workspace.id);
  const now = await chat.until(opened);
  await turn('idle');
  expect(lines(now)).toEqual([
    'me: Write a menu.',
    'Soup first. | On it. | [Write menu.txt] | Done.',
    'me: Thanks!',
    'With pleasure. | [Opened from the sessions of Claude Code]',
  ]);
  expect(now.progress).toEqual([{ text: 'Bake', status: 'in_progress' }]);
  expect(toolParts(now)[0]).toMatchObject({
    result: { ok: true },
    work: { kind: 'edit', files: [{ path: 'menu.txt' }] },
  });
  expect(now.messages.map(({ createdAt }) => createdAt)).toEqual(now.messages.map(() => Date.parse(usedAt)));
  expect((await rowOf(client, workspace))?.name).toBe('The menu');
  const running = agents();
  await send('And bread?');
  expect(agentText(await chat.until(said('Heard')))).toContain('Heard in a: And bread?');
  await turn('idle');
  expect(agents()).toEqual(running);
});

test('what is kept of an opened session is there after a restart, which goes on with it', async () => {
  const started = await startKeeperChat({ pages: [], told: { a: { updates: menu, end: 'answer' } } });
  const { workspace, chat, turn, close, dataDir } = started;
  await openKept(started, 'a');
  const before = lines(await chat.until(opened));
  await turn('idle');
  await close();
  const { client } = testApp(dataDir, { env: { PATH: process.env['PATH'], HOME: dataDir } });
  const again = await watchChat(client, workspace.id);
  expect(lines(await again.until(opened))).toEqual(before);
  await client.workspace.sendMessage({ workspaceId: workspace.id, key: 'k', text: 'On.', attachments: [] });
  expect(agentText(await again.until(said('Heard')))).toContain('Heard in a: On.');
});

test('sessions are listed page by page, those of the folder alone', async () => {
  const folder = temporaryFolder();
  const elsewhere = { sessions: [listed('x', { cwd: folder })], nextCursor: '1' };
  const started = await startKeeperChat({ pages: [elsewhere], told: {} });
  const { dataDir, workspace } = started;
  const pages = [
    elsewhere,
    { sessions: [listed('a', { cwd: workspace.folder }), 7, { title: 'No id' }], nextCursor: '2' },
    { sessions: [listed('b', { cwd: `${workspace.folder}/`, title: null, updatedAt: 'soon' })] },
  ];
  writeFileSync(join(dataDir, 'kept-sessions.json'), JSON.stringify({ pages, told: {} }));
  const first = await list(started);
  expect(first).toEqual({
    sessions: [{ sessionId: 'a', title: 'The menu', at: Date.parse(usedAt), chat: null }],
    next: '2',
    can: true,
    problem: null,
  });
  expect(await list(started, '2')).toMatchObject({
    sessions: [{ sessionId: 'b', title: null, at: null }],
    next: null,
  });
  expect((await list(started, '9')).problem).toContain('Unknown cursor');
});

test.each([
  ['lists none', { loadSession: true, sessionCapabilities: { resume: {} } }],
  ['can’t tell again what was said', { sessionCapabilities: { list: {}, resume: {} } }],
])('an agent that %s offers no earlier sessions', async (_, can) => {
  const started = await startKeeperChat({ pages: [{ sessions: [listed('a')] }], told: {}, can });
  expect(await list(started)).toEqual({ sessions: [], next: null, can: false, problem: null });
});

test('a session that a chat has already opens that chat', async () => {
  const started = await startKeeperChat({
    pages: [{ sessions: [listed('a')] }],
    told: { a: { updates: menu, end: 'answer' } },
  });
  const { client, workspace, chat, turn } = started;
  await openKept(started, 'a');
  await chat.until(opened);
  await turn('idle');
  const other = await client.workspace.create({ folder: workspace.folder });
  const from = { workspaceId: other.id, after: null };
  expect((await client.workspace.readAgentSessions(from)).sessions[0]?.chat).toBe(workspace.id);
  expect((await openKept({ ...started, workspace: other }, 'a')).id).toBe(workspace.id);
});

test('a chat in which something was said stays as it is: the session opens in a new one', async () => {
  const started = await startKeeperChat({ pages: [], told: { a: { updates: menu, end: 'answer' } } });
  const { client, workspace, chat, send, turn } = started;
  await send('Hello');
  await chat.until(said('Heard'));
  await turn('idle');
  const { id } = await openKept(started, 'a');
  expect(id).not.toBe(workspace.id);
  const other = await watchChat(client, id);
  expect(lines(await other.until(opened))).toHaveLength(4);
  expect(lines(chat.transcript())).toHaveLength(2);
});

test('a session that was begun elsewhere is closed and not deleted when its chat is removed', async () => {
  const leaves = join(temporaryFolder(), 'leaves');
  const kept = { pages: [], told: { a: { updates: menu, end: 'answer' as const } } };
  const started = await startKeeperChat(kept, { LEAVES: leaves }, { undoTime: 1 });
  const { client, workspace, chat, turn, agents } = started;
  await openKept(started, 'a');
  await chat.until(opened);
  await turn('idle');
  await client.workspace.remove({ workspaceId: workspace.id });
  await expect.poll(agents).toEqual([]);
  expect(readFileSync(leaves, 'utf8')).toBe('closed');
});
