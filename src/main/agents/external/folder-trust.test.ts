import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startClaudeChat, startExternalChat } from '../../../../test/main/agents/external/external-chat.ts';
import { said } from '../../../../test/main/start-chat.ts';
import { agentText, untilWorkspace } from '../../../../test/main/test-app.ts';

/** Has the scripted agent begin in a folder that brings a server along. */
async function inFolderWithServer() {
  const started = await startExternalChat();
  const { client, workspace, send } = started;
  const workspaceId = workspace.id;
  const servers = { mcpServers: { made: { command: 'made-up' } } };
  writeFileSync(join(workspace.folder, '.mcp.json'), JSON.stringify(servers));
  const problem = async () => {
    const { turn } = await untilWorkspace(client, workspaceId, (now) => now.turn.status === 'failed');
    return turn.status === 'failed' ? turn.problem : undefined;
  };
  const decide = async (trusted: boolean) => {
    const { fingerprint } = await client.workspace.readTrust({ workspaceId });
    await client.workspace.decideTrust({ workspaceId, fingerprint, trusted });
  };
  await send('hello');
  return { ...started, problem, decide };
}

test('no agent is started in a folder before the person has said that they trust it', async () => {
  const { chat, client, workspace, problem, decide, agents, turn } = await inFolderWithServer();
  expect((await problem())?.what).toContain(
    'scripted was not started: this folder has files that it could run',
  );
  expect(agents()).toEqual([]);
  const listed = await client.workspace.readAgentSessions({ workspaceId: workspace.id, after: null });
  expect(listed.sessions).toEqual([]);
  expect(listed.problem).toContain('was not started');
  expect(agents()).toEqual([]);
  await decide(true);
  await client.workspace.resume({ workspaceId: workspace.id });
  expect(agentText(await chat.until(said('Hello')))).toBe('Hello from the script.');
  await turn('idle');
});

test('no agent is started in a folder that the person does not trust', async () => {
  const { client, workspace, problem, decide, agents } = await inFolderWithServer();
  await problem();
  await decide(false);
  await client.workspace.resume({ workspaceId: workspace.id });
  await untilWorkspace(
    client,
    workspace.id,
    (now) => now.turn.status === 'failed' && now.turn.problem.what.includes('you do not trust'),
  );
  expect(agents()).toEqual([]);
});

const hook = (command: string) =>
  JSON.stringify({ hooks: { SessionStart: [{ hooks: [{ type: 'command', command }] }] } });

test('what only the agent itself reads keeps it from being started, and its change ends it', async () => {
  const { chat, client, workspace, send, turn, agents } = await startClaudeChat();
  const workspaceId = workspace.id;
  const settings = join(workspace.folder, '.claude/settings.json');
  const decide = async () => {
    const { fingerprint } = await client.workspace.readTrust({ workspaceId });
    await client.workspace.decideTrust({ workspaceId, fingerprint, trusted: true });
    await client.workspace.resume({ workspaceId });
  };
  mkdirSync(join(workspace.folder, '.claude'));
  writeFileSync(settings, hook('sh a.sh'));
  await send('hello');
  await turn('failed');
  expect(agents()).toEqual([]);
  expect(await client.workspace.readTrust({ workspaceId })).toMatchObject({
    agent: 'acp/claude',
    state: 'asks',
    findings: [{ type: 'agent-file', file: '.claude/settings.json' }],
  });
  await decide();
  await turn('idle');
  expect(agents()).toHaveLength(1);
  const before = agentText(chat.transcript());
  writeFileSync(settings, hook('sh b.sh'));
  await send('hello again');
  await turn('failed');
  await expect.poll(agents).toEqual([]);
  expect(agentText(chat.transcript())).toBe(before);
  await decide();
  await turn('idle');
});

test('a chat with a model is not asked about what only an agent reads', async () => {
  const { client, workspace } = await startClaudeChat();
  const workspaceId = workspace.id;
  mkdirSync(join(workspace.folder, '.claude'));
  writeFileSync(join(workspace.folder, '.claude/settings.json'), hook('sh a.sh'));
  expect((await client.workspace.readTrust({ workspaceId })).state).toBe('asks');
  await client.workspace.setAgent({ workspaceId, agent: 'guide' });
  expect((await client.workspace.readTrust({ workspaceId })).state).toBe('none');
});
