import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Workspace } from '../../../shared/workspace/workspace.ts';
import type { ReadLogin } from '../../commands/login-environment.ts';
import { processesOf } from '../../commands/processes.ts';
import { answerPermission } from '../../../../test/main/permissions/permission-chat.ts';
import {
  startExternalChat,
  withClaudeLikeAgent,
} from '../../../../test/main/agents/external/external-chat.ts';
import { said, waits } from '../../../../test/main/start-chat.ts';
import { temporaryFolder } from '../../../../test/main/temporary-folder.ts';
import {
  agentText,
  listState,
  testApp,
  toolParts,
  untilWorkspace,
  watchChat,
} from '../../../../test/main/test-app.ts';

const failed = ({ turn }: Workspace) => turn.status === 'failed';

const answers = [
  { questionId: 'question_0', picks: ['SQLite'] },
  { questionId: 'question_1', picks: [], custom: 'a11y' },
];

test('an agent that is killed with a question open is started again by the answer', async () => {
  const { chat, client, workspace, send, turn, agents } = await startExternalChat();
  await send('ask');
  const [part] = toolParts(await chat.until(waits(1)));
  if (part === undefined) throw new Error('Nothing was asked.');
  const [pid] = agents();
  if (pid === undefined) throw new Error('There is no agent.');
  process.kill(-pid, 'SIGKILL');
  const { toolCallId } = part;
  await client.workspace.answerAskUserQuestion({ workspaceId: workspace.id, toolCallId, answers });
  const now = await chat.until(said('Heard'));
  expect(agentText(now)).toContain('Which store should we use?\nSQLite');
  expect(agentText(now)).toContain('a11y');
  await turn('idle');
  expect(processesOf({ group: pid, marker: 'none' })).toEqual([]);
});

/** Has the scripted agent show a form, and ends the agent or Parley meanwhile; returns the chat as it is then. */
async function cutOffForm(scene: string, who: 'agent' | 'Parley') {
  const started = await startExternalChat();
  const { chat, dataDir, workspace, send, agents, close } = started;
  await send(scene);
  const shown = await chat.until((seen) => (toolParts(seen)[0]?.forms ?? []).length > 0);
  const [part] = toolParts(shown);
  const [form] = part?.forms ?? [];
  if (part === undefined || form === undefined) throw new Error('No form came.');
  const about = { workspaceId: workspace.id, toolCallId: part.toolCallId, formId: form.id };
  if (who === 'agent') {
    const [pid] = agents();
    if (pid === undefined) throw new Error('There is no agent.');
    process.kill(-pid, 'SIGKILL');
    return { client: started.client, chat, about };
  }
  await close();
  const { client } = testApp(dataDir, { env: { PATH: process.env['PATH'], HOME: dataDir } });
  return { client, chat: await watchChat(client, workspace.id), about };
}

test.each(['agent', 'Parley'] as const)(
  'a form that was open at the end of the %s waits on, and the agent’s next prompt has the answer',
  async (who) => {
    const { client, chat, about } = await cutOffForm('form', who);
    const entries = [{ id: 'count', value: '5' }];
    await client.workspace.answerForm({ ...about, answer: { action: 'accept', entries } });
    const now = await chat.until(said('Heard'));
    expect(agentText(now)).toContain('You asked “Your order?” with a form and were cut off.');
    expect(agentText(now)).toContain('How many?: 5');
    expect(toolParts(now)[0]?.forms?.[0]?.settlement?.outcome).toMatchObject({ type: 'accepted' });
  },
);

test('a form with a secret ends with Parley, and its agent is told to ask again', async () => {
  const { chat, client, about } = await cutOffForm('secret', 'Parley');
  await client.workspace.resume({ workspaceId: about.workspaceId });
  const now = await chat.until(said('Heard'));
  expect(agentText(now)).toContain('No answer to it is kept, since a part is secret. Ask me again.');
  expect(toolParts(now)[0]?.forms?.[0]?.settlement?.outcome).toEqual({ type: 'interrupted' });
});

test.each([
  ['its chat goes on with another agent', 'closed'],
  ['Parley ends', 'closed'],
  ['its chat is removed for good', 'deleted'],
] as const)('an agent is told of its session when %s, and is waited for a moment only', async (how, told) => {
  const leaves = join(temporaryFolder(), 'leaves');
  const place = { dataDir: temporaryFolder(), env: { LEAVES: leaves } };
  const install = { agent: 'claude', install: withClaudeLikeAgent };
  const { client, workspace, send, turn, agents, close } = await startExternalChat(
    place,
    { undoTime: 1 },
    install,
  );
  const { id: workspaceId } = workspace;
  await send('Hello');
  await turn('idle');
  const [pid] = agents();
  if (pid === undefined) throw new Error('There is no agent.');
  switch (how) {
    case 'its chat goes on with another agent':
      await client.workspace.setAgent({ workspaceId, agent: 'guide' });
      await client.workspace.setAgent({ workspaceId, agent: 'acp/other' });
      await send('And now?');
      await turn('failed');
      break;
    case 'Parley ends':
      await close();
      break;
    case 'its chat is removed for good':
      await client.workspace.remove({ workspaceId });
  }
  await expect.poll(() => processesOf({ group: pid, marker: 'none' })).toEqual([]);
  expect(readFileSync(leaves, 'utf8')).toBe(`${told} `);
});

test('what an agent has reacted to is not in its next prompt when it dies after that', async () => {
  const { chat, client, workspace, send } = await startExternalChat();
  await send('permit');
  const place = { chat, client, workspaceId: workspace.id };
  await answerPermission(place, 'run', { choiceId: 'reject', reason: 'Never.\ndie' });
  await untilWorkspace(client, workspace.id, failed);
  await client.workspace.resume({ workspaceId: workspace.id });
  const now = await chat.until(said('Heard'));
  expect(agentText(now)).toContain('Heard: Go on where you stopped.');
  expect(agentText(now)).not.toContain('Never.');
});

test('an agent that could not hear that its plan is approved is told after a restart', async () => {
  const { chat, client, workspace, send, agents, close, dataDir } = await startExternalChat();
  const { id: workspaceId } = workspace;
  await send('propose');
  const now = await chat.until((seen) => toolParts(seen)[0]?.action?.state.type === 'open');
  const action = toolParts(now)[0]?.action;
  const [pid] = agents();
  if (action === undefined || pid === undefined) throw new Error('No plan came.');
  process.kill(-pid, 'SIGSTOP');
  const decision = { type: 'approve-plan' as const, start: 'here' as const, notes: [] };
  const { id: actionId, fingerprint } = action;
  await client.workspace.decidePreview({ workspaceId, actionId, fingerprint, decision });
  await chat.until((seen) => toolParts(seen)[0]?.action?.state.type === 'ended');
  await close();
  const next = testApp(dataDir, { env: { PATH: process.env['PATH'], HOME: dataDir } });
  const again = await watchChat(next.client, workspaceId);
  await next.client.workspace.resume({ workspaceId });
  expect(agentText(await again.until(said('Heard')))).toContain(
    'You asked for approval of “Plan” and were cut off. I approved it.',
  );
});

test('a question that was open when Parley ended is answered after it, and its agent goes on', async () => {
  const { chat, close, dataDir, workspace, send } = await startExternalChat();
  await send('ask');
  const [part] = toolParts(await chat.until(waits(1)));
  if (part === undefined) throw new Error('Nothing was asked.');
  await close();
  const { client } = testApp(dataDir, { env: { PATH: process.env['PATH'], HOME: dataDir } });
  const again = await watchChat(client, workspace.id);
  await again.until(waits(1));
  await untilWorkspace(client, workspace.id, ({ turn }) => turn.status === 'working');
  const { toolCallId } = part;
  const answer = () =>
    client.workspace.answerAskUserQuestion({ workspaceId: workspace.id, toolCallId, answers });
  await expect
    .poll(() =>
      answer().then(
        () => true,
        () => false,
      ),
    )
    .toBe(true);
  const now = await again.until(said('Heard'));
  expect(agentText(now)).toContain('SQLite');
});

const problemOf = ({ turn }: Workspace) => (turn.status === 'failed' ? turn.problem : undefined);

test.each([
  ['speaks another version', 'version', 'scripted speaks version 9 of the Agent Client Protocol'],
  ['dies at once', 'dies', 'scripted ended as soon as it was started (exit code 7).'],
  ['says nothing', 'silent', 'scripted was started and said nothing for 1 seconds.'],
  ['wants a person to sign in', 'sign-in', 'Sign in to scripted first.'],
])('an agent that %s ends in plain words, and what was typed stays', async (_, SCRIPTED, words) => {
  const { client, workspace, send, chat, agents } = await startExternalChat(
    { env: { SCRIPTED } },
    SCRIPTED === 'silent' ? { agentPatience: 1_000 } : {},
  );
  await send('hello');
  const problem = problemOf(await untilWorkspace(client, workspace.id, failed));
  expect(problem?.what).toContain(words);
  if (SCRIPTED === 'dies') expect(problem?.lines).toEqual(['cannot find my settings']);
  const now = await chat.until(({ messages }) => messages.length > 0);
  expect(now.messages[0]).toMatchObject({ role: 'user', text: 'hello' });
  await expect.poll(agents).toEqual([]);
});

test('an agent that never ends a message is ended, and says why', async () => {
  const { client, workspace, send, agents } = await startExternalChat({ env: { SCRIPTED: 'endless' } });
  await send('hello');
  const problem = problemOf(await untilWorkspace(client, workspace.id, failed));
  expect(problem?.lines).toContain('It sent a message that is too large, and was ended.');
  await expect.poll(agents).toEqual([]);
});

test('what an agent prints beside its messages is no harm', async () => {
  const { chat, send } = await startExternalChat({ env: { SCRIPTED: 'junk' } });
  await send('hello');
  const now = await chat.until(said('Hello from the script.'));
  expect(agentText(now)).toBe('Hello from the script.');
});

test('an agent that dies in the middle of its work says so, and goes on with Resume', async () => {
  const { client, workspace, send, chat } = await startExternalChat();
  await send('die');
  const problem = problemOf(await untilWorkspace(client, workspace.id, failed));
  expect(problem?.what).toBe('scripted ended in the middle of its work (exit code 3).');
  await client.workspace.resume({ workspaceId: workspace.id });
  await chat.until(said('Heard: Go on where you stopped.'));
});

test('a stop ends the turn, what waits in it, and nothing of the agent is left when Parley ends', async () => {
  const { chat, client, workspace, send, turn, agents, close } = await startExternalChat();
  await send('ask');
  await chat.until(waits(1));
  await client.workspace.stop({ workspaceId: workspace.id });
  await turn('interrupted');
  const now = await chat.until(waits(0));
  expect(toolParts(now)[0]?.ask?.settlement?.outcome).toEqual({ type: 'cancelled', reason: 'Interrupted' });
  expect(agents()).toHaveLength(1);
  await close();
  expect(agents()).toEqual([]);
});

test('a broken file of agents is reported with its place and left alone', async () => {
  const dataDir = temporaryFolder();
  const { client } = testApp(dataDir, { env: { PATH: '', HOME: dataDir } });
  writeFileSync(join(dataDir, 'agents.json'), '{\n  "agent_servers": {,}\n}');
  const { problem, agents } = await client.agents.findExternal();
  expect(problem).toMatch(/agents\.json:2: /);
  const claude = agents.find(({ agent }) => agent === 'acp/claude');
  expect(claude?.state).toBe('missing');
  expect(claude?.install?.spec).toMatch(/^@agentclientprotocol\/claude-agent-acp@\d/);
});

test.each(['Parley ends', 'its chat is removed for good'] as const)(
  'an agent that waits for the login shell when %s is not started after that',
  async (how) => {
    const asked = Promise.withResolvers<void>();
    const shell = Promise.withResolvers<void>();
    const readLogin: ReadLogin = async (_, environment) => {
      asked.resolve();
      await shell.promise;
      return { environment, problem: null };
    };
    const leaves = join(temporaryFolder(), 'leaves');
    const { client, workspace, send, agents, close } = await startExternalChat(
      { env: { LEAVES: leaves } },
      { readLogin, undoTime: 1 },
    );
    const { id: workspaceId } = workspace;
    await send('hello');
    await asked.promise;
    if (how === 'its chat is removed for good') {
      await client.workspace.stop({ workspaceId });
      await client.workspace.remove({ workspaceId });
      await expect.poll(async () => (await listState(client)).workspaces).toEqual([]);
    }
    const closing = close();
    shell.resolve();
    await closing;
    expect(agents()).toEqual([]);
  },
);
