import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import {
  type ServerReply,
  startAnthropicServer,
} from '../../../../test/main/agents/model/anthropic-server.ts';
import { hostile } from '../../../../test/main/mcp-servers/hostile-server.ts';
import { temporaryFolder } from '../../../../test/main/temporary-folder.ts';
import { listState, testApp, untilWorkspace, watchChat } from '../../../../test/main/test-app.ts';

/** A chat in Edit mode with a model that answers so, and the tool `act` of an MCP server; ends with its turn. */
async function answered(reply: ServerReply, end: 'idle' | 'failed') {
  const server = await startAnthropicServer();
  onTestFinished(() => server.close());
  server.reply(reply);
  const dataDir = temporaryFolder();
  const act = hostile(`if (method === 'tools/list') return send({ id, result: { tools: [tool('act')] } });`);
  writeFileSync(join(dataDir, 'mcp.json'), JSON.stringify({ mcpServers: { tools: act } }));
  const env = {
    PARLEY_AGENT: 'anthropic/claude-sonnet-4-5',
    ANTHROPIC_API_KEY: 'key',
    ANTHROPIC_BASE_URL: server.url,
  };
  const { client } = testApp(dataDir, { env });
  const { id: workspaceId } = await client.workspace.create({ folder: temporaryFolder() });
  await client.workspace.setMode({ workspaceId, mode: 'exec' });
  await client.workspace.sendMessage({ workspaceId, key: 'k', text: 'Go' });
  const { turn } = await untilWorkspace(client, workspaceId, (now) => now.turn.status === end);
  return { client, workspaceId, turn };
}

test.each([100_000_000_000_000_000, -1, 1.5])(
  'the list of chats can be read after a provider said %d tokens',
  async (inputTokens) => {
    const blocks = [{ type: 'text' as const, text: 'Hello' }];
    const { client } = await answered({ type: 'answer', blocks, inputTokens }, 'idle');
    const [row] = (await listState(client)).workspaces;
    expect(row?.usage.context).toBeGreaterThanOrEqual(0);
    expect(row?.usage.turn.input).toBeLessThanOrEqual(1_000_000_000);
  },
);

test.each([1_200, 20_000])('an answer with an input nested %d deep is cut off there', async (depth) => {
  const json = `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`;
  const blocks = [{ type: 'tool_use' as const, id: 'c', name: 'tools__act', json }];
  const { client, workspaceId, turn } = await answered({ type: 'answer', blocks }, 'failed');
  expect(JSON.stringify(turn)).toContain('nested');
  expect((await listState(client)).workspaces).toHaveLength(1);
  await (await watchChat(client, workspaceId)).until(({ messages }) => messages.length > 0);
});
