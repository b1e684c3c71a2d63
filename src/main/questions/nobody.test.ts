import { expect, it } from 'vitest';
import { dialectIds } from '../../shared/dialects/registry.ts';
import { startAnthropicServer } from '../../../test/main/agents/model/anthropic-server.ts';
import { dialectEnv, inputs, toolNames } from '../../../test/main/agents/model/dialect-chat.ts';
import { temporaryFolder } from '../../../test/main/temporary-folder.ts';
import { testApp, toolParts, untilWorkspace, watchChat } from '../../../test/main/test-app.ts';
import { resultIn } from '../../../test/main/agents/model/tool-result.ts';

it.each(dialectIds)('%s asks nobody where nobody is there, and its model reads so', async (dialect) => {
  const server = await startAnthropicServer();
  const block = { type: 'tool_use' as const, id: 'c1', name: toolNames[dialect], input: inputs[dialect] };
  server.reply({ type: 'answer', blocks: [block] });
  const env = dialectEnv(dialect, server.url);
  const { client, close } = testApp(temporaryFolder(), { env, canAsk: false });
  const { id: workspaceId } = await client.workspace.create({ folder: temporaryFolder() });
  const chat = await watchChat(client, workspaceId);
  await client.workspace.sendMessage({ workspaceId, key: 'first', text: 'Go' });
  const seen = await chat.until(
    (now) => toolParts(now)[0]?.result !== undefined && toolParts(now)[0]?.result !== null,
  );
  expect(JSON.stringify(server.requests[0]?.body)).not.toContain(`"name":"${toolNames[dialect]}"`);
  const [part] = toolParts(seen);
  expect(part?.ask).toBeNull();
  expect(part?.result?.ok).toBe(false);
  if (dialect === 'ask') {
    await untilWorkspace(client, workspaceId, ({ turn }) => turn.status === 'interrupted');
    expect(server.requests, 'the turn ends').toHaveLength(1);
    expect(part?.result?.text).toBe('Ask tool requires interactive mode');
  } else {
    const { text, error } = resultIn(await server.request(1));
    expect(error).toBe(true);
    if (dialect === 'agent_shell') expect(text).toMatch(/^Error: .*npm start.*\nexit code: 3$/);
    else expect(text).toBe('Ask tool requires interactive mode');
  }
  await close();
  await server.close();
});
