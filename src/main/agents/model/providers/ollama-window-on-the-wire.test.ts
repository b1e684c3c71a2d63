/**
 * What Ollama's `/api/show` says of a model (its API reference: `parameters` of the Modelfile as text, `model_info` with
 * `<architecture>.context_length`), and the window that is asked for. Without one Ollama cuts at 4,096 tokens.
 */
import { expect, it } from 'vitest';
import { z } from 'zod';
import { chatWithRaw, lines, type RawReply } from '../../../../../test/main/agents/model/raw-provider.ts';

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
    undefined,
  ],
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
