import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { type ProviderId, providerIdSchema } from '../../../../shared/providers/provider.ts';
import type { Thinking } from '../../../../shared/workspace/workspace.ts';
import { startAnthropicServer } from '../../../../../test/main/agents/model/anthropic-server.ts';
import { providerThatMakes } from '../../../../../test/main/agents/model/providers-on-the-wire.ts';
import { temporaryFolder } from '../../../../../test/main/temporary-folder.ts';
import { agentText, testApp, untilWorkspace, watchChat } from '../../../../../test/main/test-app.ts';

type Body = Record<string, unknown>;

/** Sends a message with a level of thinking; returns the body of the request. */
async function bodyWith(id: ProviderId, thinking: Thinking, agent?: string): Promise<Body> {
  const { proxy, env } = await providerThatMakes(id, [], agent === undefined ? {} : { agent });
  const { client } = testApp(temporaryFolder(), { env });
  const { id: workspaceId } = await client.workspace.create({ folder: temporaryFolder() });
  await client.workspace.setThinking({ workspaceId, thinking });
  const chat = await watchChat(client, workspaceId);
  await client.workspace.sendMessage({ workspaceId, key: 'first', text: 'Go' });
  await chat.until((seen) => agentText(seen).includes('Thank you.'));
  return z.record(z.string(), z.unknown()).parse(JSON.parse(proxy.requests[0]?.body ?? ''));
}

const fields = ['thinking', 'output_config', 'reasoning', 'reasoning_effort', 'generationConfig', 'think'];

/** The fields of a body in which protocols say how much to think. */
const saidIn = (body: Body): Body =>
  Object.fromEntries(Object.entries(body).filter(([field]) => fields.includes(field)));

const said: Record<ProviderId, Record<'off' | 'high', Body>> = {
  anthropic: {
    off: { thinking: { type: 'disabled' } },
    high: { thinking: { type: 'adaptive', display: 'summarized' }, output_config: { effort: 'high' } },
  },
  openai: {
    off: { reasoning: { effort: 'minimal' } },
    high: { reasoning: { effort: 'high', summary: 'auto' } },
  },
  google: {
    off: { generationConfig: { thinkingConfig: { thinkingBudget: 0 } } },
    high: { generationConfig: { thinkingConfig: { thinkingBudget: 24_576, includeThoughts: true } } },
  },
  'openai-compatible': { off: {}, high: { reasoning_effort: 'high' } },
  ollama: { off: { think: false }, high: { think: true } },
};

const agents: Partial<Record<ProviderId, string>> = {
  'openai-compatible': 'openai-compatible/org/qwen3-32b',
};

test.each(providerIdSchema.options)('%s is told how much to think, and when not to', async (id) => {
  expect({
    off: saidIn(await bodyWith(id, 'off', agents[id])),
    high: saidIn(await bodyWith(id, 'high', agents[id])),
  }).toEqual(said[id]);
});

test('gpt-oss on Ollama is told the level', async () => {
  expect(saidIn(await bodyWith('ollama', 'low', 'ollama/gpt-oss:20b'))).toEqual({ think: 'low' });
});

test.each([
  ['openai', 'openai/gpt-4o'],
  ['ollama', 'ollama/gemma3'],
  ['anthropic', 'anthropic/claude-3-5-haiku-latest'],
] as const)('%s is told nothing about %s, which does not think', async (id, agent) => {
  expect(saidIn(await bodyWith(id, 'high', agent))).toEqual({});
});

test('a server that refuses to be told is asked again without a word about it', async () => {
  const agent = 'openai-compatible/qwen3-next';
  const { proxy, env } = await providerThatMakes('openai-compatible', [], { agent });
  const { client } = testApp(temporaryFolder(), { env });
  const { id: workspaceId } = await client.workspace.create({ folder: temporaryFolder() });
  await client.workspace.setThinking({ workspaceId, thinking: 'low' });
  const chat = await watchChat(client, workspaceId);
  const refused = { error: { message: 'think value "low" is not supported for this model' } };
  proxy.answerNext({ status: 400, body: refused });
  await client.workspace.sendMessage({ workspaceId, key: 'first', text: 'Go' });
  await chat.until((seen) => agentText(seen).includes('Thank you.'));
  const bodies = proxy.requests.map(({ body }) => z.record(z.string(), z.unknown()).parse(JSON.parse(body)));
  expect(bodies.map(saidIn)).toEqual([{ reasoning_effort: 'low' }, {}]);
});

test('thoughts go back to Claude with their signature, also after a restart', async () => {
  const claude = await startAnthropicServer();
  onTestFinished(() => claude.close());
  const env = {
    PARLEY_AGENT: 'anthropic/claude-sonnet-4-5',
    ANTHROPIC_API_KEY: 'key',
    ANTHROPIC_BASE_URL: claude.url,
  };
  const dataDir = temporaryFolder();
  const first = testApp(dataDir, { env });
  const { id: workspaceId } = await first.client.workspace.create({ folder: temporaryFolder() });
  await first.client.workspace.setThinking({ workspaceId, thinking: 'medium' });
  claude.reply(
    {
      type: 'answer',
      blocks: [
        { type: 'thinking', thinking: 'Let me look at the folder first.' },
        { type: 'tool_use', id: 'look', name: 'list_files', input: {} },
      ],
    },
    { type: 'answer', blocks: [{ type: 'text', text: 'It is empty.' }] },
  );
  const chat = await watchChat(first.client, workspaceId);
  await first.client.workspace.sendMessage({ workspaceId, key: 'first', text: 'What is here?' });
  await chat.until((seen) => agentText(seen).includes('It is empty.'));
  await untilWorkspace(first.client, workspaceId, ({ turn }) => turn.status === 'idle');
  const thought = {
    type: 'thinking',
    thinking: 'Let me look at the folder first.',
    signature: 'c2lnbmF0dXJl',
  };
  const call = { type: 'tool_use', id: 'look' };
  expect(claude.requests[1]?.body).toMatchObject({ messages: [{}, { content: [thought, call] }, {}] });

  await first.close();
  const again = testApp(dataDir, { env });
  claude.reply({ type: 'answer', blocks: [{ type: 'text', text: 'Still empty.' }] });
  const restored = await watchChat(again.client, workspaceId);
  await again.client.workspace.sendMessage({ workspaceId, key: 'second', text: 'And now?' });
  await restored.until((seen) => agentText(seen).includes('Still empty.'));
  expect(claude.requests[2]?.body).toMatchObject({
    thinking: { type: 'enabled' },
    messages: [{}, { content: [thought, call] }, {}, {}, {}],
  });
});
