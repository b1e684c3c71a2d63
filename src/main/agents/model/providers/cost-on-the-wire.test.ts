import { expect, test } from 'vitest';
import type { ProviderId } from '../../../../shared/providers/provider.ts';
import { providerThatMakes } from '../../../../../test/main/agents/model/providers-on-the-wire.ts';
import { temporaryFolder } from '../../../../../test/main/temporary-folder.ts';
import { agentText, testApp, untilWorkspace, watchChat } from '../../../../../test/main/test-app.ts';

/** The usage of a chat after one answer, and again after a restart. */
async function usageAfterAnswer(id: ProviderId, agent: string) {
  const { env } = await providerThatMakes(id, [], { agent });
  const dataDir = temporaryFolder();
  const { client, close } = testApp(dataDir, { env });
  const { id: workspaceId } = await client.workspace.create({ folder: temporaryFolder() });
  const chat = await watchChat(client, workspaceId);
  await client.workspace.sendMessage({ workspaceId, key: 'first', text: 'Go' });
  await chat.until((seen) => agentText(seen).includes('Thank you.'));
  const { usage } = await untilWorkspace(client, workspaceId, ({ turn }) => turn.status === 'idle');
  await close();
  const again = testApp(dataDir, { env });
  const restored = await untilWorkspace(again.client, workspaceId, () => true);
  expect(restored.usage).toEqual(usage);
  return usage;
}

test('a chat with a model of the table costs what its tokens do, also after a restart', async () => {
  const { chat, cost, context } = await usageAfterAnswer('anthropic', 'anthropic/claude-sonnet-4-5');
  expect(chat).toEqual({ input: 10, output: 20 });
  expect(context).toBe(30);
  expect(cost.unpriced).toBe(0);
  expect(cost.dollars).toBeCloseTo((10 * 3 + 20 * 15) / 1_000_000, 12);
});

test.each([
  ['anthropic', 'anthropic/claude-test'],
  ['openai-compatible', 'openai-compatible/openai/gpt-4o'],
] as const)('%s with %s, whose price is not known, counts tokens only', async (id, agent) => {
  const { chat, cost } = await usageAfterAnswer(id, agent);
  expect(cost).toEqual({ dollars: 0, unpriced: chat.input + chat.output });
});
