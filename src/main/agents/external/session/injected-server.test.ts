import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import {
  startExternalChat,
  withScriptedAgent,
} from '../../../../../test/main/agents/external/external-chat.ts';
import { idleConnections } from '../../../../../test/main/mcp-servers/idle-connections.ts';
import { generations } from '../../../../../test/main/outside/mcp-clients.ts';
import { said, waits } from '../../../../../test/main/start-chat.ts';
import { agentText, toolParts } from '../../../../../test/main/test-app.ts';
import { openInjectedServer } from './injected-server.ts';

const question = {
  questions: [{ id: 'store', question: 'Which store?', options: [{ label: 'SQLite' }, { label: 'Files' }] }],
};

test.each(generations)(
  'an agent that can’t ask gets a tool for it, of the chat itself (%s)',
  async (MCP_GENERATION) => {
    const { chat, client, workspace, send, turn } = await startExternalChat({ env: { MCP_GENERATION } });
    await send(`call ask ${JSON.stringify(question)}`, 'call');
    const [part] = toolParts(await chat.until(waits(1)));
    if (part === undefined) throw new Error('Nothing was asked.');
    expect(part).toMatchObject({ kind: 'question' });
    const { toolCallId } = part;
    const answers = [
      { questionId: part.ask?.questions[0]?.id ?? '', picks: ['SQLite'], note: 'keep it small' },
    ];
    await client.workspace.answerAskUserQuestion({ workspaceId: workspace.id, toolCallId, answers });
    const now = await chat.until(said('Answered: '));
    expect(agentText(now)).toContain('SQLite');
    expect(agentText(now)).toContain('keep it small');
    await turn('idle');
    expect(toolParts(chat.transcript())[0]?.result?.ok).toBe(true);
  },
);

test('a plan that an injected tool shows is approved as the person wrote it, in its result', async () => {
  const { chat, client, workspace, send, turn } = await startExternalChat({
    env: { MCP_GENERATION: '2025' },
  });
  await send(`call review_plan ${JSON.stringify({ title: 'Store', plan: '# Plan\n\n1. SQLite\n' })}`, 'call');
  const now = await chat.until((seen) => toolParts(seen)[0]?.action?.state.type === 'open');
  const action = toolParts(now)[0]?.action;
  if (action === undefined) throw new Error('No plan came.');
  await client.workspace.decidePreview({
    workspaceId: workspace.id,
    actionId: action.id,
    fingerprint: action.fingerprint,
    decision: { type: 'approve-plan', start: 'here', notes: [], edited: '# Plan\n\n1. Files\n' },
  });
  const end = await chat.until(said('Answered: '));
  expect(agentText(end)).toContain('approved\\n\\n# Plan\\n\\n1. Files');
  await turn('idle');
});

test('a message instead of an answer ends what an injected tool asks and follows as the next prompt', async () => {
  const { chat, send, turn } = await startExternalChat({ env: { MCP_GENERATION: '2025' } });
  await send(`call ask ${JSON.stringify(question)}`, 'call');
  await chat.until(waits(1));
  await send('Rather tell me a story.');
  const now = await chat.until(said('Heard: Rather tell me a story.'));
  expect(toolParts(now)[0]?.ask?.settlement?.outcome.type).toBe('cancelled');
  await turn('idle');
});

test('its first prompt says which tools are injected, and only that one', async () => {
  const { chat, send, turn } = await startExternalChat({ env: { MCP_GENERATION: '2025' } });
  await send('One.');
  const now = await chat.until(said('Heard: '));
  expect(agentText(now)).toMatch(/Heard: To ask me something, call the tool “ask” .*One\.$/s);
  await turn('idle');
  await send('Two.');
  await chat.until(said('Heard: Two.'));
});

test('an agent that does not load them is told of none, and its chat says so once', async () => {
  const env = { MCP_GENERATION: '2025', DROPS_TOOLS: 'yes' };
  const { chat, send, turn } = await startExternalChat({ env });
  const notes = () => toolParts(chat.transcript()).map(({ work }) => work?.title ?? '');
  await send('One.');
  expect(agentText(await chat.until(said('Heard: ')))).toBe('Heard: One.');
  await chat.until(() => notes().some((title) => title !== ''));
  await turn('idle');
  expect(notes()).toEqual([expect.stringContaining('scripted did not load the tools by which it asks you')]);
  await send('Two.');
  await chat.until(said('Heard: Two.'));
  await turn('idle');
  expect(notes()).toHaveLength(1);
});

test('an agent that loads them late is told of them then', async () => {
  const env = { MCP_GENERATION: '2025', DROPS_TOOLS: 'yes' };
  const { chat, send, turn } = await startExternalChat({ env });
  await send('load tools');
  await chat.until(said('Loaded'));
  await turn('idle');
  expect(toolParts(chat.transcript())).toEqual([]);
  await send('Two.');
  expect(agentText(await chat.until(said('Heard: ')))).toContain('call the tool “ask”');
});

test('Gemini CLI loads them in a folder in which nothing asks for trust, until something does', async () => {
  const { chat, client, workspace, send, turn, agents } = await startExternalChat(
    {},
    {},
    {
      agent: 'gemini',
      install: (dataDir, env) => withScriptedAgent(dataDir, env, 'gemini'),
    },
  );
  await send('variable GEMINI_CLI_TRUST_WORKSPACE');
  expect(agentText(await chat.until(said('Variable: ')))).toBe('Variable: true');
  await turn('idle');
  mkdirSync(join(workspace.folder, '.gemini'));
  writeFileSync(join(workspace.folder, '.gemini/settings.json'), '{"mcpServers":{"a":{"command":"b"}}}');
  await send('Two.');
  await turn('failed');
  expect((await client.workspace.readTrust({ workspaceId: workspace.id })).state).toBe('asks');
  await expect.poll(agents).toEqual([]);
});

test('nothing is injected into an agent that asks in its own way', async () => {
  const { chat, send } = await startExternalChat();
  await send('One.');
  expect(agentText(await chat.until(said('Heard: ')))).toBe('Heard: One.');
});

test.each([
  ['ask (parley MCP Server)', 'other', true],
  ['ask (parley MCP Server)', 'execute', false],
  ['ask (other MCP Server)', 'other', false],
])('a call of “%s” (%s) needs no permission: %s', async (title, kind, isAllowed) => {
  const { chat, send } = await startExternalChat({ env: { MCP_GENERATION: '2025' } });
  const options = [
    { optionId: 'always', name: 'Always', kind: 'allow_always' },
    { optionId: 'once', name: 'Allow', kind: 'allow_once' },
  ];
  const asked = { toolCall: { toolCallId: 't', title, kind, rawInput: { a: 1 } }, options };
  await send(`request session/request_permission ${JSON.stringify(asked)}`, 'request');
  const now = await chat.until(
    (seen) => said('Answered: ')(seen) || toolParts(seen)[0]?.permission?.settlement === null,
  );
  expect(agentText(now).includes('"optionId":"once"')).toBe(isAllowed);
});

test('of too many connections without the token the oldest ends', async () => {
  const answer = async () => ({ ok: true, text: 'answered' });
  const injected = await openInjectedServer({
    env: {},
    version: '1',
    tools: ['ask'],
    answer,
    report: String,
  });
  onTestFinished(() => injected.close());
  const idle = await idleConnections(injected.server.url, 1_010);
  await expect.poll(() => idle.slice(0, 10).every(({ closed }) => closed)).toBe(true);
});
