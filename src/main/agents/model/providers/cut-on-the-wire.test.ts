/**
 * Answers that are cut by their length, and refusals of the length that was asked for, in the words of the servers:
 * Anthropic, DeepSeek, OpenAI, vLLM (old and new), OpenRouter, Groq, Bedrock and Gemini through LiteLLM, as their
 * references and issues have them. A gateway before Claude cuts at 4,096 tokens where none are asked for.
 */
import { expect, it } from 'vitest';
import { z } from 'zod';
import {
  failureOf,
  chatWithRaw,
  events,
  lines,
  type RawReply,
  typedEvents,
} from '../../../../../test/main/agents/model/raw-provider.ts';
import { agentText, toolParts } from '../../../../../test/main/test-app.ts';
import type { ProviderId } from '../../../../shared/providers/provider.ts';

const bodySchema = z.record(z.string(), z.unknown());
const bodyOf = ({ body }: { body: string }) => bodySchema.parse(JSON.parse(body));

const chunk = (delta: object, finish_reason: string | null = null) => ({
  choices: [{ index: 0, delta, finish_reason }],
});
const usage = (completion_tokens: number) => ({
  choices: [],
  usage: { prompt_tokens: 9, completion_tokens },
});
const good: RawReply = { body: events(chunk({ content: 'Done.' }, 'stop')) };
const half = '{"path":"a.txt","content":"' + 'x'.repeat(50);
const call = (input: string) => ({
  tool_calls: [{ index: 0, id: 'a', function: { name: 'write_file', arguments: input } }],
});
const cutCall: RawReply = { body: events(chunk(call(half)), chunk({}, 'length'), usage(4_096)) };
const cutText: RawReply = {
  body: events(chunk({ content: 'Once upon' }), chunk({}, 'length'), usage(4_096)),
};

const asks: [ProviderId, string, string, number | undefined][] = [
  ['anthropic', 'anthropic/some-gateway-model', 'max_tokens', 32_000],
  ['anthropic', 'anthropic/claude-opus-4-1', 'max_tokens', 32_000],
  ['anthropic', 'anthropic/claude-3-5-haiku-latest', 'max_tokens', 8_192],
  ['openai-compatible', 'openai-compatible/deepseek-chat', 'max_tokens', 32_000],
  ['openai-compatible', 'openai-compatible/anthropic/claude-sonnet-4.5', 'max_tokens', 64_000],
  ['openai-compatible', 'openai-compatible/openai/gpt-4o', 'max_tokens', 16_384],
  ['openai', 'openai/gpt-5', 'max_output_tokens', undefined],
];

it.each(asks)('%s asks %s for as much as it can write', async (id, agent, field, most) => {
  const { requests, end } = await chatWithRaw(id, [{ status: 400, body: '{}' }], { agent });
  await end();
  expect(bodyOf(requests[0] ?? { body: '{}' })[field]).toBe(most);
});

const refused = (message: string): RawReply => ({
  status: 400,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ error: { message, type: 'invalid_request_error' } }),
});

const limits: [string, string, number | undefined][] = [
  [
    'Anthropic',
    'max_tokens: 32000 > 8192, which is the maximum allowed number of output tokens for claude-x',
    8_192,
  ],
  ['DeepSeek', 'Invalid max_tokens value, the valid range of max_tokens is [1, 8192]', 8_192],
  [
    'OpenAI',
    'max_tokens is too large: 32000. This model supports at most 16384 completion tokens, whereas you provided 32000.',
    16_384,
  ],
  [
    'Groq',
    '`max_tokens` must be less than or equal to `8192`, the maximum value for `max_tokens` is less than the `context_window` for this model',
    8_192,
  ],
  [
    'Bedrock',
    'The maximum tokens you requested exceeds the model limit of 4096. Try again with a maximum tokens value that is lower than 4096.',
    4_096,
  ],
  [
    'Gemini',
    'Unable to submit request because it has a maxOutputTokens value of 32000 but the supported range is from 1 (inclusive) to 8193 (exclusive).',
    8_192,
  ],
  [
    'vLLM',
    "'max_tokens' or 'max_completion_tokens' is too large: 32000. This model's maximum context length is 8192 tokens and your request has 1500 input tokens (32000 > 8192 - 1500).",
    6_692,
  ],
  [
    'old vLLM',
    "This model's maximum context length is 16384 tokens. However, you requested 33000 tokens (1000 in the messages, 32000 in the completion). Please reduce the length of the messages or completion.",
    15_384,
  ],
  [
    'OpenRouter',
    "This endpoint's maximum context length is 32,768 tokens. However, you requested about 42000 tokens (10000 of text input, 32000 in the output).",
    22_768,
  ],
  [
    'Claude with a long chat',
    'input length and `max_tokens` exceed context limit: 190000 + 32000 > 200000, decrease input length or `max_tokens` and try again',
    10_000,
  ],
  [
    'a new model of OpenAI',
    "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
    undefined,
  ],
];

it.each(limits)('the limit that %s names is asked for, said once, and kept to', async (_, words, most) => {
  const { requests, send, end, shown } = await chatWithRaw('openai-compatible', [refused(words), good]);
  expect(await end()).toEqual({ status: 'idle' });
  expect(requests.map((request) => bodyOf(request)['max_tokens'])).toEqual([32_000, most]);
  expect((await shown()).messages.at(-1)).toMatchObject({
    notes: [{ type: 'repaired', how: { type: 'output', most: most ?? null } }],
  });
  await send('More');
  await expect.poll(() => requests.length).toBe(3);
  await end();
  expect(requests).toHaveLength(3);
  const later = bodyOf(requests[2] ?? { body: '{}' })['max_tokens'];
  expect(typeof later === 'number' ? later : 0).toBeLessThanOrEqual(most ?? 0);
});

it('a refusal that names no limit is one', async () => {
  const { requests, end } = await chatWithRaw('openai-compatible', [refused('max_tokens is invalid'), good]);
  expect(await end()).toMatchObject({ status: 'failed' });
  expect(requests).toHaveLength(1);
});

it('an answer cut in the middle of a call never makes it, and model and person read how long it may be', async () => {
  const { client, workspaceId, requests, end, shown } = await chatWithRaw('openai-compatible', [
    cutCall,
    good,
  ]);
  const turn = await end();
  expect(failureOf(turn).what).toContain('4,096 tokens');
  expect(toolParts(await shown()).map(({ result }) => result?.ok)).toEqual([false]);
  await client.workspace.resume({ workspaceId });
  await expect.poll(() => requests.length).toBe(2);
  expect(await end()).toEqual({ status: 'idle' });
  const { messages } = z
    .object({ messages: z.array(z.unknown()) })
    .parse(bodyOf(requests[1] ?? { body: '{}' }));
  const told = JSON.stringify(messages.slice(2));
  expect(told).toMatch(/cut off at 4,096 tokens in the middle of this call, so it was not run/);
  expect(told).not.toMatch(/in parts|expected object/);
});

it('an answer cut before the input of a call began makes no call', async () => {
  const start = { tool_calls: [{ index: 0, id: 'a', function: { name: 'list_files', arguments: '' } }] };
  const body = events(chunk(start), chunk({}, 'length'), usage(4_096));
  const { end, shown } = await chatWithRaw('openai-compatible', [{ body }]);
  expect((await end()).status).toBe('failed');
  expect(toolParts(await shown()).filter(({ result }) => result?.ok !== false)).toEqual([]);
});

it('an answer cut behind a whole call makes that one', async () => {
  const whole = { tool_calls: [{ index: 0, id: 'a', function: { name: 'list_files', arguments: '{}' } }] };
  const second = { tool_calls: [{ index: 1, id: 'b', function: { name: 'write_file', arguments: half } }] };
  const body = events(chunk(whole), chunk(second), chunk({}, 'length'), usage(4_096));
  const { client, workspaceId, requests, end, shown } = await chatWithRaw('openai-compatible', [
    { body },
    good,
  ]);
  await end();
  await client.workspace.resume({ workspaceId });
  await expect.poll(() => requests.length).toBe(2);
  await end();
  expect(toolParts(await shown()).map(({ toolName, result }) => [toolName, result?.ok])).toEqual([
    ['list_files', true],
    ['write_file', false],
  ]);
});

it('an answer cut in the middle of a text goes on when it is resumed, and knows why', async () => {
  const { client, workspaceId, requests, end, shown } = await chatWithRaw('openai-compatible', [
    cutText,
    good,
  ]);
  expect(failureOf(await end()).what).toContain('4,096 tokens');
  await client.workspace.resume({ workspaceId });
  await expect.poll(() => requests.length).toBe(2);
  expect(await end()).toEqual({ status: 'idle' });
  expect(agentText(await shown())).toBe('Once uponDone.');
  expect(requests[1]?.body).toContain('cut off at 4,096 tokens');
});

it('an answer cut twice in a row is told to write in parts; a whole answer between them ends the row', async () => {
  const { client, workspaceId, requests, send, end } = await chatWithRaw('openai-compatible', [
    cutCall,
    cutCall,
    good,
    cutCall,
    good,
  ]);
  await end();
  for (const count of [2, 3]) {
    await client.workspace.resume({ workspaceId });
    await expect.poll(() => requests.length).toBe(count);
    await end();
  }
  expect(requests[1]?.body).not.toContain('in parts');
  expect(requests[2]?.body).toContain('in parts');
  await send('Again');
  await expect.poll(() => requests.length).toBe(4);
  await end();
  await client.workspace.resume({ workspaceId });
  await expect.poll(() => requests.length).toBe(5);
  await end();
  expect(requests[4]?.body.split('in parts')).toHaveLength(2);
});

const message = (...blocks: { type: string; [key: string]: unknown }[]): RawReply => ({
  body: typedEvents(
    {
      type: 'message_start',
      message: {
        id: 'm',
        type: 'message',
        role: 'assistant',
        model: 'm',
        content: [],
        stop_reason: null,
        stop_sequence: null,
        usage: { input_tokens: 9, output_tokens: 1 },
      },
    },
    ...blocks,
    {
      type: 'message_delta',
      delta: { stop_reason: 'max_tokens', stop_sequence: null },
      usage: { output_tokens: 4_096 },
    },
    { type: 'message_stop' },
  ),
});
const others: [ProviderId, RawReply][] = [
  [
    'anthropic',
    message(
      {
        type: 'content_block_start',
        index: 0,
        content_block: { type: 'tool_use', id: 'a', name: 'write_file', input: {} },
      },
      { type: 'content_block_delta', index: 0, delta: { type: 'input_json_delta', partial_json: half } },
      { type: 'content_block_stop', index: 0 },
    ),
  ],
  [
    'anthropic',
    message({
      type: 'content_block_start',
      index: 0,
      content_block: { type: 'tool_use', id: 'a', name: 'write_file', input: {} },
    }),
  ],
  [
    'google',
    {
      body: events({
        candidates: [{ content: { parts: [{ text: 'Once' }] }, finishReason: 'MAX_TOKENS' }],
        usageMetadata: { promptTokenCount: 9, candidatesTokenCount: 4_096 },
      }),
    },
  ],
  [
    'ollama',
    {
      headers: { 'content-type': 'application/x-ndjson' },
      body: lines({
        model: 'm',
        created_at: '2026-01-01T00:00:00Z',
        message: { role: 'assistant', content: 'Once' },
        done: true,
        done_reason: 'length',
        prompt_eval_count: 9,
        eval_count: 4_096,
      }),
    },
  ],
];
it.each(others)('an answer cut by %s is told alike', async (id, reply) => {
  const { end, shown } = await chatWithRaw(id, [reply]);
  expect(failureOf(await end()).what).toContain('4,096 tokens');
  expect(toolParts(await shown()).filter(({ result }) => result?.ok !== false)).toEqual([]);
});
