import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startExternalChat } from '../../../../test/main/agents/external/external-chat.ts';
import { said } from '../../../../test/main/start-chat.ts';
import { temporaryFolder } from '../../../../test/main/temporary-folder.ts';
import { agentText, listState, rowOf, toolParts, watchChat } from '../../../../test/main/test-app.ts';

/** Has the scripted agent tell what is given, until its turn has ended. */
async function told(updates: readonly object[]) {
  const started = await startExternalChat();
  await started.send(`updates ${JSON.stringify(updates)}`, 'updates');
  await started.turn('idle');
  return started;
}

test.each([0.5, 1e300, -1, 9_007_199_254_740_992])(
  'a chat can be read again after a place at the line %d',
  async (line) => {
    const { client, workspace } = await told([
      { sessionUpdate: 'tool_call', toolCallId: 'c', title: 'Read', locations: [{ path: 'a.ts', line }] },
    ]);
    const again = await watchChat(client, workspace.id);
    const [call] = toolParts(await again.until(said('All is told.')));
    expect(call?.work?.places).toEqual([{ path: 'a.ts', line: null }]);
  },
);

test.each([
  ['too many tokens', { used: 100_000_000_000_000_000, size: 10_000 }],
  ['fewer tokens than none', { used: -1, size: 10_000 }],
  ['too many dollars', { used: 1, cost: { amount: 100_000_000, currency: 'USD' } }],
  ['more dollars than there are', { used: 1, cost: { amount: 1e300, currency: 'USD' } }],
])('the list of chats can be read after a use of %s', async (_, use) => {
  const { client, workspace } = await told([
    { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: 'Hm. ' } },
    { sessionUpdate: 'usage_update', ...use },
  ]);
  const row = await rowOf(client, workspace);
  expect(row?.usage.context).toBeGreaterThanOrEqual(0);
  expect(row?.usage.cost.dollars).toBeLessThan(10_000_000);
});

test('a permission of a call whose id is no text can be answered after the chat was read again', async () => {
  const { client, workspace, chat, send } = await startExternalChat();
  const asked = {
    toolCall: { toolCallId: 'call\ud800', title: 'Run', kind: 'execute', rawInput: { command: 'ls' } },
    options: [{ optionId: 'yes', name: 'Yes', kind: 'allow_once' }],
  };
  await send(`request session/request_permission ${JSON.stringify(asked)}`, 'ask');
  await chat.until((now) => toolParts(now)[0]?.permission !== undefined);
  const again = await watchChat(client, workspace.id);
  const [call] = toolParts(await again.until((now) => toolParts(now)[0]?.permission !== undefined));
  if (call?.permission === undefined) throw new Error('It asks for no permission.');
  await client.workspace.answerPermission({
    workspaceId: workspace.id,
    toolCallId: call.toolCallId,
    permissionId: call.permission.id,
    answer: { choiceId: 'yes' },
  });
  expect(agentText(await chat.until(said('Answered:')))).toContain('"optionId":"yes"');
});

test('requests for permission of one call are asked one after another, each with what it came with', async () => {
  const { client, workspace, chat, send } = await startExternalChat();
  const asked = ['ls', 'rm -rf /', 'id'].map((command) => ({
    toolCall: { toolCallId: 'c', title: 'Run', kind: 'execute', rawInput: { command } },
    options: [command === 'ls' ? 'yes' : 'no'].map((optionId) => ({
      optionId,
      kind: `${optionId === 'yes' ? 'allow' : 'reject'}_once`,
    })),
  }));
  await send(`request session/request_permission ${JSON.stringify(asked)}`, 'ask');
  await chat.until(said('Asked.'));
  const lines: string[] = [];
  for (const choiceId of ['yes', 'no', 'no']) {
    const now = await chat.until((seen) => {
      const permission = toolParts(seen)[0]?.permission;
      return permission !== undefined &&
        permission.settlement === null &&
        permission.subject.type === 'command'
        ? !lines.includes(permission.subject.line)
        : false;
    });
    const [call] = toolParts(now);
    if (call?.permission?.subject.type !== 'command') throw new Error('It asks for no command.');
    lines.push(call.permission.subject.line);
    await client.workspace.answerPermission({
      workspaceId: workspace.id,
      toolCallId: call.toolCallId,
      permissionId: call.permission.id,
      answer: { choiceId },
    });
  }
  expect(lines).toEqual(['ls', 'rm -rf /', 'id']);
  const answers = agentText(await chat.until(said('Answered:'))).match(/"optionId":"\w+"/g);
  expect(answers).toEqual(['"optionId":"yes"', '"optionId":"no"', '"optionId":"no"']);
});

test('what Parley itself put into the chat stays as it is, whatever ids its agent guesses', async () => {
  const { chat } = await told([
    { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: 'Hm. ' } },
    { sessionUpdate: 'notice', title: 'True' },
    { sessionUpdate: 'tool_call_update', toolCallId: 'parley:session', title: 'False', status: 'failed' },
  ]);
  const [note] = toolParts(await chat.until(said('All is told.')));
  expect(note).toMatchObject({ work: { title: 'True' }, result: { ok: true } });
});

/** A JSON text that is nested so deep. */
const nested = (depth: number) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`;

/** Prompts by which the scripted agent sends the JSON of a file. */
const prompts = {
  request: (input: string) => ({
    prompt: 'request session/request_permission',
    json: `{"toolCall":{"toolCallId":"c","name":"mcp__a__b","rawInput":${input}},"options":[{"optionId":"yes","kind":"allow_once"}]}`,
  }),
  update: (input: string) => ({
    prompt: 'updates',
    json: `[{"sessionUpdate":"tool_call","toolCallId":"c","title":"Run","rawInput":${input}}]`,
  }),
};

test.each(['request', 'update'] as const)(
  'an agent is ended whose %s is nested too deep, and the list of chats can be read',
  async (what) => {
    const { client, workspace, send, turn } = await startExternalChat();
    const { prompt, json } = prompts[what](nested(1_200));
    const file = join(temporaryFolder(), 'said.json');
    writeFileSync(file, json);
    await send(`${prompt} @${file}`, 'deep');
    const failed = await turn('failed');
    expect(JSON.stringify(failed.turn)).toContain('nested');
    expect((await listState(client)).workspaces).toHaveLength(1);
    const again = await watchChat(client, workspace.id);
    await again.until(({ messages }) => messages.length > 0);
  },
);
