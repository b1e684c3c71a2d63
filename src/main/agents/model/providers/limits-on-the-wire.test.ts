/**
 * What lists of models say of windows and output, in the fields of Anthropic, Google, Groq, llama.cpp, LM Studio, Mistral,
 * OpenRouter and vLLM, as their references and pages have them.
 */
import { describe, expect, it, test } from 'vitest';
import { z } from 'zod';
import {
  chatWithRaw,
  events,
  type RawReply,
  startRawProvider,
} from '../../../../../test/main/agents/model/raw-provider.ts';
import { temporaryFolder } from '../../../../../test/main/temporary-folder.ts';
import { rowOf, testApp, untilWorkspace } from '../../../../../test/main/test-app.ts';
import type { ListedModel, ProviderId } from '../../../../shared/providers/provider.ts';

const page = (body: unknown): RawReply => ({
  headers: { 'content-type': 'application/json' },
  body: typeof body === 'string' ? body : JSON.stringify(body),
});
const listOf = (...data: object[]) => page({ data });

const lists: [string, ProviderId, Record<string, RawReply>, Partial<ListedModel>][] = [
  [
    'OpenRouter',
    'openai-compatible',
    {
      '/v1/models': listOf({
        id: 'm',
        context_length: 262_144,
        architecture: { input_modalities: ['text', 'image'] },
        top_provider: { context_length: 131_072, max_completion_tokens: 16_384 },
        supported_parameters: ['tools', 'reasoning'],
        pricing: { prompt: '0.1', input_cache_read: '0.01' },
      }),
    },
    { contextWindow: 131_072, mostOutput: 16_384, images: true, tools: true, thinks: true, caches: true },
  ],
  [
    'vLLM',
    'openai-compatible',
    { '/v1/models': listOf({ id: 'm', max_model_len: 8_192 }) },
    { contextWindow: 8_192 },
  ],
  [
    'Groq',
    'openai-compatible',
    { '/v1/models': listOf({ id: 'm', context_window: 131_072, max_completion_tokens: 32_768 }) },
    { contextWindow: 131_072, mostOutput: 32_768 },
  ],
  [
    'llama.cpp',
    'openai-compatible',
    { '/v1/models': listOf({ id: 'm', meta: { n_ctx: 4_096, n_ctx_train: 131_072 } }) },
    { contextWindow: 4_096 },
  ],
  [
    'Mistral',
    'openai-compatible',
    {
      '/v1/models': listOf({
        id: 'm',
        max_context_length: 32_768,
        capabilities: { vision: false, function_calling: true },
      }),
    },
    { contextWindow: 32_768, images: false, tools: true },
  ],
  [
    'LM Studio, in a list of its own',
    'openai-compatible',
    {
      '/v1/models': listOf({ id: 'm', object: 'model' }),
      '/api/v0/models': listOf({
        id: 'm',
        type: 'vlm',
        max_context_length: 131_072,
        loaded_context_length: 4_096,
        capabilities: ['tool_use'],
      }),
    },
    { contextWindow: 4_096, images: true, tools: true },
  ],
  [
    'Together',
    'openai-compatible',
    { '/v1/models': page([{ id: 'm', context_length: 32_768 }]) },
    { contextWindow: 32_768 },
  ],
  [
    'Anthropic',
    'anthropic',
    {
      '/v1/models': listOf({
        id: 'm',
        max_input_tokens: 1_000_000,
        max_tokens: 64_000,
        capabilities: { image_input: { supported: true }, thinking: { supported: true } },
      }),
    },
    { contextWindow: 1_000_000, mostOutput: 64_000, images: true, thinks: true },
  ],
  [
    'Google',
    'google',
    {
      '/v1beta/models': page({
        models: [{ name: 'models/m', inputTokenLimit: 1_048_576, outputTokenLimit: 65_536, thinking: true }],
      }),
    },
    { contextWindow: 1_048_576, mostOutput: 65_536, thinks: true },
  ],
  [
    'a list with broken entries and numbers as text',
    'openai-compatible',
    {
      '/v1/models': listOf(
        { id: 7 },
        { id: 'm', context_length: '8192', max_tokens: 0, top_provider: null, capabilities: 'all' },
      ),
    },
    { contextWindow: 8_192, mostOutput: null },
  ],
  [
    'a list with windows that no model has',
    'openai-compatible',
    { '/v1/models': listOf({ id: 'm', context_length: 1, max_model_len: 0.5, max_input_tokens: 4_096 }) },
    { contextWindow: 4_096, mostOutput: null },
  ],
];

it.each(lists)('%s', async (_, provider, pages, facts) => {
  const { url } = await startRawProvider([], pages);
  const { client } = testApp(temporaryFolder(), {});
  const check = await client.agents.checkProvider({ provider, key: 'key', address: url });
  expect(check).toMatchObject({ ok: true, models: [{ id: 'm', ...facts }] });
});

const done: RawReply = {
  body: events({ choices: [{ index: 0, delta: { content: 'Done.' }, finish_reason: 'stop' }] }),
};
const outputOf = ({ body }: { body: string }) =>
  z.object({ max_tokens: z.number().optional() }).parse(JSON.parse(body)).max_tokens;

describe('an answer is asked for', () => {
  it.each([
    ['what the list says', 'org/model', listOf({ id: 'org/model', max_completion_tokens: 12_000 }), 12_000],
    ['a part of a small window', 'org/model', listOf({ id: 'org/model', max_model_len: 8_192 }), 2_048],
    [
      'a part of a window that the list has it fill',
      'org/model',
      listOf({ id: 'org/model', top_provider: { context_length: 40_000, max_completion_tokens: 40_000 } }),
      10_000,
    ],
    [
      'what the list says in whole numbers',
      'org/model',
      listOf({ id: 'org/model', max_tokens: 0.5, max_completion_tokens: '1e400' }),
      32_000,
    ],
    ['what the table knows', 'anthropic/claude-sonnet-4.5', listOf({ id: 'other' }), 64_000],
    ['what the table knows by another name', 'us.anthropic.claude-opus-4-1-20250805-v1:0', listOf(), 32_000],
    ['32,000 where nobody says', 'org/model', listOf({ id: 'org/model' }), 32_000],
    ['32,000 where there is no list', 'org/model', { status: 404, body: '' }, 32_000],
  ] as const)('%s', async (_, model, list, most) => {
    const agent = `openai-compatible/${model}`;
    const { requests, asked, send, end } = await chatWithRaw('openai-compatible', [done], {
      agent,
      pages: { '/v1/models': list },
    });
    expect(await end()).toEqual({ status: 'idle' });
    await send('Again');
    await end();
    expect(requests.map(outputOf)).toEqual([most, most]);
    expect(asked.filter(({ path }) => path === '/v1/models')).toHaveLength(1);
  });
});

test('a window that was not known before is shown once it is', async () => {
  const pages = { '/v1/models': listOf({ id: 'org/model', max_model_len: 8_192 }) };
  const { client, workspaceId, end } = await chatWithRaw('openai-compatible', [done], { pages });
  await end();
  const shown = await untilWorkspace(client, workspaceId, ({ agent }) => agent.contextWindow !== null);
  expect(shown.agent.contextWindow).toBe(8_192);
  expect((await rowOf(client, shown))?.agent.contextWindow).toBe(8_192);
});
