/**
 * What Ollama's `/api/show` says of a model (its API reference: `parameters` of the Modelfile as text, `model_info` with
 * `<architecture>.context_length`), and the window that is asked for. Without one Ollama cuts at 4,096 tokens.
 */
import { expect, it } from 'vitest';
import { z } from 'zod';
import { chatWithRaw, lines, type RawReply } from '../../../../../test/main/agents/model/raw-provider.ts';
import { untilWorkspace } from '../../../../../test/main/test-app.ts';

const hello: RawReply = {
  headers: { 'content-type': 'application/x-ndjson' },
  body: lines({
    model: 'm',
    created_at: '2026-01-01T00:00:00Z',
    message: { role: 'assistant', content: 'Hello.' },
    done: true,
    done_reason: 'stop',
  }),
};
const page = (body: unknown): RawReply => ({
  headers: { 'content-type': 'application/json' },
  body: typeof body === 'string' ? body : JSON.stringify(body),
});

const cases: [string, RawReply, number | undefined][] = [
  [
    'a large window',
    page({ model_info: { 'general.architecture': 'qwen3', 'qwen3.context_length': 262_144 } }),
    32_768,
  ],
  ['a small one', page({ model_info: { 'gemma.context_length': 8_192 } }), 8_192],
  [
    'one of its own',
    page({
      parameters: 'stop "<|im_end|>"\nnum_ctx   16384',
      model_info: { 'qwen3.context_length': 262_144 },
    }),
    16_384,
  ],
  [
    'one of its own that is 0',
    page({ parameters: 'num_ctx 0', model_info: { 'qwen3.context_length': 8_192 } }),
    8_192,
  ],
  ['half a token', page({ model_info: { 'qwen3.context_length': 0.5 } }), undefined],
  ['none', page({ model_info: {} }), undefined],
  ['no number', page({ model_info: { 'qwen3.context_length': 'much' } }), undefined],
  ['no JSON', page('<html>'), undefined],
  ['nothing', { status: 404, body: '' }, undefined],
];

it.each(cases)('with %s', async (_, shown, window) => {
  const { requests, end } = await chatWithRaw('ollama', [hello], { pages: { '/api/show': shown } });
  expect(await end()).toEqual({ status: 'idle' });
  const { options } = z
    .object({ options: z.object({ num_ctx: z.number().optional() }).optional() })
    .parse(JSON.parse(requests[0]?.body ?? ''));
  expect(options?.num_ctx).toBe(window);
});

it.each([
  ['a request that was cut', 4_000, true],
  ['one that was read whole', 12_000, false],
  ['one that was read before', 40, false],
])('%s is said to be so', async (_, prompt_eval_count, isSaid) => {
  const reply = {
    model: 'm',
    created_at: '2026-01-01T00:00:00Z',
    message: { role: 'assistant', content: 'Hello.' },
    done: true,
    done_reason: 'stop',
    prompt_eval_count,
    eval_count: 3,
  };
  const headers = { 'content-type': 'application/x-ndjson' };
  const text = 'word '.repeat(8_200);
  const { end, shown } = await chatWithRaw('ollama', [{ headers, body: lines(reply) }], { text });
  expect(await end()).toEqual({ status: 'idle' });
  const { notes = [] } = z
    .object({ notes: z.array(z.unknown()).optional() })
    .parse((await shown()).messages.at(-1));
  expect(notes).toMatchObject(isSaid ? [{ type: 'read-in-part', by: 'Ollama', read: 4_000 }] : []);
});

const answered = (content: string, prompt_eval_count: number): RawReply => ({
  headers: { 'content-type': 'application/x-ndjson' },
  body: lines({
    model: 'm',
    created_at: '2026-01-01T00:00:00Z',
    message: { role: 'assistant', content },
    done: true,
    done_reason: 'stop',
    prompt_eval_count,
    eval_count: 3,
  }),
});
const windows = ({ body }: { body: string }) =>
  z.object({ options: z.object({ num_ctx: z.number() }) }).parse(JSON.parse(body)).options.num_ctx;

it('is bounded by the setting, from the next request on, and asked about once', async () => {
  const pages = { '/api/show': page({ model_info: { 'qwen3.context_length': 262_144 } }) };
  const replies = [answered('One.', 100), answered('Two.', 200)];
  const { client, workspaceId, requests, asked, send, end } = await chatWithRaw('ollama', replies, { pages });
  await end();
  await client.app.saveSettings({ ollamaWindow: 65_536 });
  const shown = await untilWorkspace(client, workspaceId, ({ agent }) => agent.contextWindow === 65_536);
  expect(shown.agent.contextWindow).toBe(65_536);
  await send('Go on');
  await end();
  expect(requests.map(windows)).toEqual([32_768, 65_536]);
  expect(asked).toHaveLength(1);
});

it('is filled up to a summary, which is made before a request would be cut', async () => {
  const pages = { '/api/show': page({ model_info: { 'gemma.context_length': 8_192 } }) };
  const replies = [
    answered('One.', 5_000),
    answered('Two.', 7_700),
    answered('A summary.', 900),
    answered('Three.', 3_000),
  ];
  const { requests, send, end, shown } = await chatWithRaw('ollama', replies, { pages });
  await end();
  await send('And then?');
  await end();
  await send('What now?');
  expect(await end()).toEqual({ status: 'idle' });
  expect(requests).toHaveLength(4);
  const last = requests.at(-1)?.body ?? '';
  expect(last).toContain('<conversation-summary>');
  expect(last).toContain('A summary.');
  expect(JSON.stringify((await shown()).messages)).not.toContain('read-in-part');
});

it('takes images and thinks where Ollama says so, whatever the name', async () => {
  const pages = {
    '/api/show': page({
      model_info: { 'x.context_length': 8_192 },
      capabilities: ['completion', 'vision', 'thinking'],
    }),
  };
  const { client, workspaceId, end } = await chatWithRaw('ollama', [answered('One.', 10)], {
    pages,
    agent: 'ollama/my-own',
  });
  await end();
  const { agent } = await untilWorkspace(client, workspaceId, ({ agent: now }) => now.contextWindow !== null);
  expect(agent).toMatchObject({ seesImages: true, thinks: true });
});
