import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startHostedChat } from '../../testing/hosted-chat.ts';
import { said } from '../../testing/start-chat.ts';
import { agentText, untilWorkspace } from '../../testing/test-app.ts';

/** Has the scripted agent begin in a folder that brings a server along. */
async function inFolderWithServer() {
  const hosted = await startHostedChat();
  const { client, workspace, send } = hosted;
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
  return { ...hosted, problem, decide };
}

test('no agent is started in a folder before the person has said that they trust it', async () => {
  const { chat, client, workspace, problem, decide, agents, turn } = await inFolderWithServer();
  expect((await problem())?.what).toContain('scripted was not started: this folder brings things along');
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
