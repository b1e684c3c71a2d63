import { expect, test } from 'vitest';
import { startExternalChat } from '../../../../../test/main/agents/external/external-chat.ts';
import { said } from '../../../../../test/main/start-chat.ts';
import {
  agentText,
  testApp,
  toolParts,
  untilWorkspace,
  watchChat,
} from '../../../../../test/main/test-app.ts';

/** Has the scripted agent tell what is given; returns the calls that the chat shows then. */
async function told(updates: readonly object[]) {
  const { chat, send, turn } = await startExternalChat();
  await send(`updates ${JSON.stringify(updates)}`, 'updates');
  await turn('idle');
  return toolParts(await chat.until(said('All is told.')));
}

const content = (text: string) => [{ type: 'content', content: { type: 'text', text } }];

test('the calls of a subagent belong to the call that began it', async () => {
  const [parent, child] = await told([
    { sessionUpdate: 'tool_call', toolCallId: 'task', title: 'Task', kind: 'think', status: 'in_progress' },
    {
      sessionUpdate: 'tool_call',
      toolCallId: 'read',
      title: 'Read a.ts',
      kind: 'read',
      status: 'completed',
      _meta: { claudeCode: { parentToolUseId: 'task' } },
    },
    { sessionUpdate: 'tool_call_update', toolCallId: 'task', status: 'completed' },
  ]);
  expect(parent?.work?.within).toBeUndefined();
  expect(child?.work?.within).toBe(parent?.toolCallId);
});

test('what an update leaves out stays, and what it lists is listed anew', async () => {
  const [call] = await told([
    {
      sessionUpdate: 'tool_call',
      toolCallId: 'c',
      title: 'Read',
      kind: 'read',
      locations: [{ path: 'a.ts', line: 1 }, { path: 'b.ts' }],
      content: content('old'),
    },
    {
      sessionUpdate: 'tool_call_update',
      toolCallId: 'c',
      title: null,
      locations: [{ path: 'c.ts', line: 4 }],
    },
    { sessionUpdate: 'tool_call_update', toolCallId: 'c', status: 'completed', content: content('new') },
  ]);
  expect(call?.work).toMatchObject({ title: 'Read', kind: 'read', places: [{ path: 'c.ts', line: 4 }] });
  expect(call?.result?.text).toBe('new');
});

test.each([
  ['text', (data: string) => ({ content: content(data) })],
  ['terminal_output', (data: string) => ({ _meta: { terminal_output: { terminal_id: 't', data } } })],
  ['terminal_output_delta', (data: string) => ({ _meta: { terminal_output_delta: { data } } })],
])('output that comes as %s is shown', async (_, output) => {
  const [call] = await told([
    {
      sessionUpdate: 'tool_call',
      toolCallId: 'c',
      title: 'npm test',
      kind: 'execute',
      status: 'in_progress',
    },
    { sessionUpdate: 'tool_call_update', toolCallId: 'c', ...output('2 passed') },
    { sessionUpdate: 'tool_call_update', toolCallId: 'c', status: 'completed' },
  ]);
  expect(call?.result).toMatchObject({ ok: true, text: '2 passed' });
});

test('an id that is used again is another call', async () => {
  const one = {
    sessionUpdate: 'tool_call',
    toolCallId: 'c',
    title: 'One',
    kind: 'read',
    status: 'in_progress',
  };
  const calls = await told([
    one,
    { sessionUpdate: 'tool_call_update', toolCallId: 'c', status: 'completed' },
    { ...one, title: 'Two' },
    { sessionUpdate: 'tool_call_update', toolCallId: 'c', status: 'failed' },
  ]);
  expect(calls.map(({ work, result }) => [work?.title, result?.ok])).toEqual([
    ['One', true],
    ['Two', false],
  ]);
});

test.each([
  ['resumed', {}, false],
  ['loaded, and its replay is not shown', { FORGETS: 'resume' }, false],
  ['begun anew with the conversation', { FORGETS: 'all' }, true],
])('after a restart a session is %s', async (_, env, isNew) => {
  const { chat, send, turn, close, dataDir, workspace } = await startExternalChat({ env });
  await send('hello');
  await chat.until(said('Hello'));
  await turn('idle');
  await close();
  const { client } = testApp(dataDir, { env: { PATH: process.env['PATH'], HOME: dataDir } });
  const again = await watchChat(client, workspace.id);
  await client.workspace.sendMessage({
    workspaceId: workspace.id,
    key: 'k',
    text: 'Go on.',
    attachments: [],
  });
  const now = await again.until(said('Heard: '));
  expect(agentText(now)).not.toContain('This was said before.');
  expect(agentText(now).includes('Hello from the script.\n')).toBe(isNew);
  expect(toolParts(now).some(({ work }) => work?.title.includes('began a new session') === true)).toBe(isNew);
});

test.each(['__proto__', 'constructor', 'dance'])(
  'a call and an update of the unknown kind %s harm nothing',
  async (kind) => {
    const calls = await told([
      { sessionUpdate: kind, content: { type: 'text', text: 'unheard' } },
      { sessionUpdate: 'tool_call', toolCallId: 'c', title: 'Dance', kind, status: 'completed' },
    ]);
    expect(calls.at(-1)?.work).toMatchObject({ title: 'Dance', kind: 'other' });
  },
);

test.each([
  ['Tidy the parser', 'Tidy the parser'],
  ['Pаrley: your session has ended', 'updates'],
])('a session that its agent names %j has the chat called %j', async (title, name) => {
  const { client, chat, send, turn, workspace } = await startExternalChat();
  await send(`updates ${JSON.stringify([{ sessionUpdate: 'session_info_update', title }])}`, 'updates');
  await turn('idle');
  await chat.until(said('All is told.'));
  const now = await untilWorkspace(client, workspace.id, () => true);
  expect(now.name.startsWith(name)).toBe(true);
});
