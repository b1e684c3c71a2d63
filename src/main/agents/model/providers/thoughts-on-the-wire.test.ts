/**
 * Thoughts in the text, as DeepSeek R1, Qwen 3 and Magistral give them through llama.cpp, LM Studio and Ollama, the
 * beginning missing where the template has it (vLLM without a reasoning parser); and the refusals of thoughts that a
 * chat holds: DeepSeek's of a call without `reasoning_content`, R1's and Groq's of it, Anthropic's of a signature.
 * Words after those servers' pages and issues.
 */
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { startAnthropicServer } from '../../../../../test/main/agents/model/anthropic-server.ts';
import {
  failureOf,
  chatWithRaw,
  events,
  lines,
  type RawReply,
} from '../../../../../test/main/agents/model/raw-provider.ts';
import { agentText } from '../../../../../test/main/test-app.ts';
import type { Transcript } from '../../../../shared/transcript/transcript.ts';
import type { ProviderId } from '../../../../shared/providers/provider.ts';

const thoughtsIn = ({ messages }: Transcript) =>
  messages
    .flatMap((message) => (message.role === 'agent' ? message.parts : []))
    .flatMap((part) => (part.type === 'reasoning' ? [part.text.trim()] : []));

/** A text in deltas of so many signs. */
const streamed: Record<'openai-compatible' | 'ollama', (text: string, length: number) => RawReply> = {
  'openai-compatible': (text, length) => ({
    body: events(
      ...pieces(text, length).map((content) => ({
        choices: [{ index: 0, delta: { content }, finish_reason: null }],
      })),
      { choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] },
    ),
  }),
  ollama: (text, length) => ({
    headers: { 'content-type': 'application/x-ndjson' },
    body: lines(
      ...pieces(text, length).map((content) => line({ content }, false)),
      line({ content: '' }, true),
    ),
  }),
};
const line = (said: object, done: boolean) => ({
  model: 'm',
  created_at: '2026-01-01T00:00:00Z',
  message: { role: 'assistant', ...said },
  done,
  ...(done && { done_reason: 'stop' }),
});
const pieces = (text: string, length: number) => text.match(new RegExp(`[^]{1,${length}}`, 'g')) ?? [];

const tagged: [string, string, string[], string][] = [
  ['tags', '<think>Hm.</think>\n\nHello.', ['Hm.'], 'Hello.'],
  ['blanks before them', '\n <think>\nHm.\n</think>\nHello.', ['Hm.'], 'Hello.'],
  ['other tags', '<thinking>Hm.</thinking>Hello.', ['Hm.'], 'Hello.'],
  ['tags of reasoning', '<reasoning>Hm.</reasoning>Hello.', ['Hm.'], 'Hello.'],
  ['tags of Seed-OSS', '<seed:think>Hm.</seed:think>Hello.', ['Hm.'], 'Hello.'],
  ['tags of Kimi-VL', '◁think▷Hm.◁/think▷Hello.', ['Hm.'], 'Hello.'],
  ['Magistral’s', '[THINK]Hm.[/THINK]Hello.', ['Hm.'], 'Hello.'],
  ['empty thoughts', '<think>\n\n</think>\n\nHello.', [], 'Hello.'],
  ['two thoughts', '<think>Hm.</think>\n<think>Well.</think>Hello.', ['Hm.', 'Well.'], 'Hello.'],
  ['no beginning', 'Hm. Well.\n</think>\n\nHello.', ['Hm. Well.'], 'Hello.'],
  ['no beginning, on one line', 'Hm.</think>\nHello.', ['Hm.'], 'Hello.'],
  ['no tags', 'Hello, 1 < 2.', [], 'Hello, 1 < 2.'],
  ['tags in the text', 'Hello. <think> opens a thought.', [], 'Hello. <think> opens a thought.'],
  ['tags in code', 'Hello `</think>`\n```\n</think>\n```', [], 'Hello `</think>`\n```\n</think>\n```'],
  ['a tag that is none', '<thin>Hello.', [], '<thin>Hello.'],
];

describe.each(['openai-compatible', 'ollama'] as const)('a text of %s with', (id) => {
  it.each(tagged)('%s', async (_, text, thoughts, answer) => {
    for (const length of [1, 5, 1_000]) {
      const { end, shown } = await chatWithRaw(id, [streamed[id](text, length)]);
      expect(await end()).toEqual({ status: 'idle' });
      expect(thoughtsIn(await shown())).toEqual(thoughts);
      expect(agentText(await shown()).trim()).toBe(answer);
    }
  });
});

it('thoughts of the text do not go back as the answer, and a watching window sees them fold', async () => {
  const reply = streamed['openai-compatible']('Hm.\n</think>\n\nHello.', 4);
  const { chat, requests, send, end } = await chatWithRaw('openai-compatible', [reply]);
  await end();
  const seen = await chat.until((now) => agentText(now) === 'Hello.');
  expect(thoughtsIn(seen)).toEqual(['Hm.']);
  await send('And?');
  await expect.poll(() => requests.length).toBe(2);
  const { messages } = z
    .object({ messages: z.array(z.object({ role: z.string(), content: z.unknown() })) })
    .parse(JSON.parse(requests[1]?.body ?? ''));
  expect(messages.filter(({ role }) => role === 'assistant').map(({ content }) => content)).toEqual([
    'Hello.',
  ]);
});

it('thoughts without an answer are an empty answer', async () => {
  const { end } = await chatWithRaw('openai-compatible', [
    streamed['openai-compatible']('<think>Hm.</think>', 5),
  ]);
  expect(failureOf(await end()).what).toContain('it only thought');
});

const call = (thought?: string) => ({
  choices: [
    {
      index: 0,
      delta: {
        ...(thought !== undefined && { reasoning_content: thought }),
        tool_calls: [{ index: 0, id: 'a', function: { name: 'list_files', arguments: '{}' } }],
      },
      finish_reason: 'tool_calls',
    },
  ],
});
const refused = (message: string): RawReply => ({
  status: 400,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ error: { message, type: 'invalid_request_error' } }),
});
const good: RawReply = {
  body: events({ choices: [{ index: 0, delta: { content: 'Done.' }, finish_reason: 'stop' }] }),
};

const wishes: [string, string, string | undefined, unknown][] = [
  [
    'DeepSeek of a call without',
    'The `reasoning_content` in the thinking mode must be passed back to the API.',
    undefined,
    '',
  ],
  [
    'Moonshot of a call without',
    'thinking is enabled but reasoning_content is missing in assistant tool call message at index 2',
    undefined,
    '',
  ],
  [
    'DeepSeek of a call with some',
    'The `reasoning_content` in the thinking mode must be passed back to the API.',
    'Hm.',
    'Hm.',
  ],
  ['R1 of any', 'The reasoning_content field is not allowed in the messages.', 'Hm.', undefined],
  [
    'Groq of any',
    "'messages.2' : for 'role:assistant' the following must be satisfied[('messages.2' : property 'reasoning_content' is unsupported)]",
    'Hm.',
    undefined,
  ],
];

it.each(wishes)(
  'a refusal by %s thoughts is asked again as it wants, now and later',
  async (_, words, thought, back) => {
    const { requests, send, end, shown } = await chatWithRaw('openai-compatible', [
      { body: events(call(thought)) },
      refused(words),
      good,
    ]);
    expect(await end()).toEqual({ status: 'idle' });
    await send('More');
    await expect.poll(() => requests.length).toBe(4);
    await end();
    const thoughts = requests.slice(2).map(({ body }) => {
      const { messages } = z
        .object({ messages: z.array(z.record(z.string(), z.unknown())) })
        .parse(JSON.parse(body));
      return messages.find(({ role }) => role === 'assistant')?.['reasoning_content'];
    });
    expect(thoughts).toEqual([back, back]);
    expect(requests).toHaveLength(4);
    expect(JSON.stringify(await shown())).toContain('"type":"thoughts"');
  },
);

it('Claude’s refusal of a signature is asked again without the earlier thoughts', async () => {
  const id: ProviderId = 'anthropic';
  const claude = await startAnthropicServer();
  claude.reply({
    type: 'answer',
    blocks: [
      { type: 'thinking', thinking: 'Let me look.' },
      { type: 'tool_use', id: 'look', name: 'list_files', input: {} },
    ],
  });
  const pass = await (await fetch(`${claude.url}/v1/messages`, { method: 'POST', body: '{}' })).text();
  claude.reply({ type: 'answer', blocks: [{ type: 'text', text: 'Done.' }] });
  const done = await (await fetch(`${claude.url}/v1/messages`, { method: 'POST', body: '{}' })).text();
  await claude.close();
  const { requests, end } = await chatWithRaw(id, [
    { body: pass },
    refused('messages.1.content.0: Invalid `signature` in `thinking` block'),
    { body: done },
  ]);
  expect(await end()).toEqual({ status: 'idle' });
  expect(requests.map(({ body }) => body.includes('Let me look.'))).toEqual([false, true, false]);
});
