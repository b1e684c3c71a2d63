import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startClaudeChat } from '../../../../../test/main/agents/external/external-chat.ts';
import { said } from '../../../../../test/main/start-chat.ts';
import { temporaryFolder } from '../../../../../test/main/temporary-folder.ts';
import { agentText, untilWorkspace } from '../../../../../test/main/test-app.ts';

test('an agent that wants its person to sign in is listed so until it works again', async () => {
  const file = join(temporaryFolder(), 'signed-in');
  const { client, workspace, chat, send, turn } = await startClaudeChat({ env: { SIGNED_IN: file } });
  const stateOf = async () => {
    const { agents } = await client.agents.findExternal();
    return agents.find(({ agent }) => agent === 'acp/claude');
  };
  expect(await stateOf()).toMatchObject({ state: 'ready' });
  await send('Hello');
  const failed = await untilWorkspace(client, workspace.id, (now) => now.turn.status === 'failed');
  expect(failed.turn).toMatchObject({ problem: { what: 'Sign in to Claude Code first.', signIn: true } });
  const listed = await stateOf();
  expect(listed).toMatchObject({ state: 'sign-in', signInChat: workspace.id });
  expect(listed?.signIn).toContain('/login');
  writeFileSync(file, 'yes');
  await client.workspace.resume({ workspaceId: workspace.id });
  expect(agentText(await chat.until(said('Heard')))).toContain('Hello');
  await turn('idle');
  await expect.poll(async () => (await stateOf())?.state).toBe('ready');
});
