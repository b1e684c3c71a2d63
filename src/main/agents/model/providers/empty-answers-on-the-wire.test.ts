/**
 * Answers with nothing in them, as people met them: vLLM and OpenRouter end with `stop` and no text (vllm#13285,
 * OpenRouter's "zero completion" page), DeepSeek and Qwen after thoughts alone, Claude with an empty `end_turn` right
 * after a tool's result (Anthropic's page "Handling stop reasons"), Gemini with SAFETY, RECITATION and
 * MALFORMED_FUNCTION_CALL (`FinishReason` of its reference).
 */
import { describe, expect, it } from 'vitest';
import {
  failureOf,
  chatWithRaw,
  events,
  lines,
  type RawReply,
  typedEvents,
} from '../../../../../test/main/agents/model/raw-provider.ts';
import { agentText } from '../../../../../test/main/test-app.ts';
import type { ProviderId } from '../../../../shared/providers/provider.ts';

const usage = { prompt_tokens: 100, completion_tokens: 1, total_tokens: 101 };
const chunk = (delta: object, finish_reason: string | null = null) => ({
  choices: [{ index: 0, delta, finish_reason }],
});
const completion = (...chunks: object[]): RawReply => ({ body: `${events(...chunks)}data: [DONE]\n\n` });
const message = (
  stop_reason: string | null,
  ...blocks: { type: string; [key: string]: unknown }[]
): RawReply => ({
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
        usage: { input_tokens: 100, output_tokens: 1 },
      },
    },
    ...blocks,
    { type: 'message_delta', delta: { stop_reason, stop_sequence: null }, usage: { output_tokens: 1 } },
    { type: 'message_stop' },
  ),
});
const candidate = (finishReason: string | undefined, ...parts: object[]): RawReply => ({
  body: events({
    candidates: [{ content: { role: 'model', parts }, ...(finishReason !== undefined && { finishReason }) }],
    usageMetadata: { promptTokenCount: 100, candidatesTokenCount: 1 },
  }),
});

const textOf: Partial<Record<ProviderId, RawReply>> = {
  'openai-compatible': completion(chunk({ content: 'Here I am.' }, 'stop'), { choices: [], usage }),
  anthropic: message(
    'end_turn',
    { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
    { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'Here I am.' } },
    { type: 'content_block_stop', index: 0 },
  ),
  google: candidate('STOP', { text: 'Here I am.' }),
  ollama: {
    body: lines({ message: { role: 'assistant', content: 'Here I am.' }, done: true, done_reason: 'stop' }),
    headers: { 'content-type': 'application/x-ndjson' },
  },
};

const nothing: [string, ProviderId, RawReply][] = [
  ['a finish alone', 'openai-compatible', completion(chunk({}, 'stop'), { choices: [], usage })],
  ['an empty text', 'openai-compatible', completion(chunk({ role: 'assistant', content: '' }, 'stop'))],
  ['blanks', 'openai-compatible', completion(chunk({ content: ' \n' }, 'stop'))],
  ['no reason either', 'openai-compatible', completion(chunk({ role: 'assistant', content: '' }))],
  ['an end of the stream', 'openai-compatible', { body: 'data: [DONE]\n\n' }],
  ['end_turn', 'anthropic', message('end_turn')],
  [
    'an empty block of text',
    'anthropic',
    message(
      'end_turn',
      { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
      { type: 'content_block_stop', index: 0 },
    ),
  ],
  ['STOP', 'google', candidate('STOP')],
  ['a candidate without parts', 'google', { body: events({ candidates: [{ finishReason: 'STOP' }] }) }],
  [
    'a line that is done',
    'ollama',
    {
      body: lines({ message: { role: 'assistant', content: '' }, done: true, done_reason: 'stop' }),
      headers: { 'content-type': 'application/x-ndjson' },
    },
  ],
];

describe('an answer with nothing in it', () => {
  it.each(nothing)('%s from %s is asked for once more, said, and counted', async (_, id, empty) => {
    const good = textOf[id];
    if (good === undefined) throw new Error('No answer.');
    const { requests, end, shown } = await chatWithRaw(id, [empty, good]);
    expect(await end()).toEqual({ status: 'idle' });
    expect(agentText(await shown()).trim()).toBe('Here I am.');
    expect(requests).toHaveLength(2);
    expect(requests[1]?.body).toBe(requests[0]?.body);
    expect((await shown()).messages.at(-1)).toMatchObject({
      notes: [{ type: 'repaired', how: { type: 'asked-again' } }],
    });
  });

  it.each(nothing)(
    '%s from %s twice ends the turn with a word, and Resume asks again',
    async (_, id, empty) => {
      const good = textOf[id];
      if (good === undefined) throw new Error('No answer.');
      const { client, workspaceId, chat, requests, end } = await chatWithRaw(id, [empty, empty, good]);
      const turn = await end();
      expect(failureOf(turn).what).toContain('ended its turn without an answer');
      expect(requests).toHaveLength(2);
      await client.workspace.resume({ workspaceId });
      await chat.until((seen) => agentText(seen).includes('Here I am.'));
    },
  );
});

it('signs without width are nothing', async () => {
  const unseen = completion(chunk({ content: '\u200b\u2060' }, 'stop'));
  const { requests, end } = await chatWithRaw('openai-compatible', [unseen]);
  expect(failureOf(await end()).what).toContain('ended its turn without an answer');
  expect(requests).toHaveLength(2);
});

const thinking = [
  { type: 'content_block_start', index: 0, content_block: { type: 'thinking', thinking: '', signature: '' } },
  { type: 'content_block_delta', index: 0, delta: { type: 'thinking_delta', thinking: 'Hm.' } },
  { type: 'content_block_stop', index: 0 },
];
const reasons: [string, ProviderId, RawReply, RegExp][] = [
  [
    'thoughts',
    'openai-compatible',
    completion(chunk({ reasoning_content: 'Hm.' }), chunk({}, 'stop')),
    /only thought/,
  ],
  ['thoughts', 'anthropic', message('end_turn', ...thinking), /only thought/],
  ['thoughts', 'google', candidate('STOP', { text: 'Hm.', thought: true }), /only thought/],
  ['content_filter', 'openai-compatible', completion(chunk({}, 'content_filter')), /refused/],
  ['refusal', 'anthropic', message('refusal'), /refused/],
  ['SAFETY', 'google', candidate('SAFETY'), /safety/],
  ['PROHIBITED_CONTENT', 'google', candidate('PROHIBITED_CONTENT'), /safety/],
  ['RECITATION', 'google', candidate('RECITATION'), /word for word/],
  ['MALFORMED_FUNCTION_CALL', 'google', candidate('MALFORMED_FUNCTION_CALL'), /call of a tool/],
  ['a blocked prompt', 'google', { body: events({ promptFeedback: { blockReason: 'SAFETY' } }) }, /safety/],
  ['another reason', 'google', candidate('LANGUAGE'), /LANGUAGE/],
];

it.each(reasons)(
  '%s and no more from %s ends the turn at once, with the reason',
  async (_, id, reply, why) => {
    const { requests, end } = await chatWithRaw(id, [reply]);
    const turn = await end();
    if (turn.status !== 'failed') throw new Error(`The turn is ${turn.status}.`);
    expect(turn.problem.what).toMatch(/^(Claude|Gemini|OpenAI-compatible) ended its turn without an answer/);
    expect(turn.problem.what).toMatch(why);
    expect(requests).toHaveLength(1);
  },
);

it('nothing right after a tool’s result is an empty answer too', async () => {
  const call = completion(
    chunk(
      { tool_calls: [{ index: 0, id: 'a', function: { name: 'list_files', arguments: '{}' } }] },
      'tool_calls',
    ),
  );
  const empty = completion(chunk({}, 'stop'));
  const { requests, end } = await chatWithRaw('openai-compatible', [call, empty]);
  expect(await end()).toMatchObject({ status: 'failed' });
  expect(requests).toHaveLength(3);
});
