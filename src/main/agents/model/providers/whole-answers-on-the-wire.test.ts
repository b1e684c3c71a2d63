/**
 * Answers of status 200 that are no stream: the login page of a proxy or of Open WebUI, LM Studio's page for an unknown
 * path, a whole completion of servers that don't stream (LiteLLM with `fake_stream`, a cache before the server), errors
 * as JSON with status 200 (one-api, LM Studio), and errors as events of a stream, as OpenRouter documents them ("Errors
 * and Debugging": a chunk with `error: {code, message}` and `finish_reason: "error"`), vLLM's `{"object":"error"}` and
 * LiteLLM's. Written after those pages and reports; none was recorded.
 */
import { describe, expect, it } from 'vitest';
import {
  failureOf,
  chatWithRaw,
  events,
  lines,
  type RawReply,
} from '../../../../../test/main/agents/model/raw-provider.ts';
import { agentText, toolParts } from '../../../../../test/main/test-app.ts';
import type { ProviderId } from '../../../../shared/providers/provider.ts';

const html = '<!DOCTYPE html><html><head><title>Sign in</title></head><body>Sign in</body></html>';
const json = (body: unknown, pretty = false): RawReply => ({
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body, null, pretty ? 2 : 0),
});

const pages: [string, ProviderId, RawReply, string][] = [
  ['a page', 'openai', { headers: { 'content-type': 'text/html; charset=utf-8' }, body: html }, 'OpenAI'],
  [
    'a page',
    'openai-compatible',
    { headers: { 'content-type': 'text/html' }, body: html },
    'OpenAI-compatible',
  ],
  ['a page', 'anthropic', { headers: { 'content-type': 'text/html' }, body: html }, 'Claude'],
  ['a page', 'google', { headers: { 'content-type': 'text/html' }, body: html }, 'Gemini'],
  ['a page', 'ollama', { headers: { 'content-type': 'text/html' }, body: html }, 'Ollama'],
  ['a page called a stream', 'openai-compatible', { body: `\n\n${html}` }, 'OpenAI-compatible'],
  ['a page called JSON', 'openai', { headers: { 'content-type': 'application/json' }, body: html }, 'OpenAI'],
  [
    'a page with 404',
    'openai-compatible',
    { status: 404, headers: { 'content-type': 'text/html' }, body: html },
    'OpenAI-compatible',
  ],
  [
    'a page with 403',
    'openai',
    { status: 403, headers: { 'content-type': 'text/html' }, body: html },
    'OpenAI',
  ],
];

it.each(pages)('%s from %s is told as a web page', async (_, id, reply, name) => {
  const { end } = await chatWithRaw(id, [reply]);
  const turn = await end();
  expect(turn).toMatchObject({ problem: { what: `The address of ${name} answers with a web page.` } });
  expect(failureOf(turn).todo).toMatch(/^Your network may want you to sign in first\. If not, check .*\.$/);
});

const message = (more: object) => ({
  id: 'x',
  object: 'chat.completion',
  choices: [{ index: 0, message: { role: 'assistant', content: null, ...more }, finish_reason: 'stop' }],
  usage: { prompt_tokens: 5, completion_tokens: 2, total_tokens: 7 },
});

const whole: [string, ProviderId, RawReply][] = [
  ['a completion', 'openai-compatible', json(message({ content: 'Hello.' }))],
  ['a completion in many lines', 'openai-compatible', json(message({ content: 'Hello.' }), true)],
  [
    'a completion called a stream',
    'openai-compatible',
    { body: JSON.stringify(message({ content: 'Hello.' })) },
  ],
  [
    'events without data:',
    'openai-compatible',
    {
      body: lines({ choices: [{ delta: { content: 'Hel' } }] }, { choices: [{ delta: { content: 'lo.' } }] }),
    },
  ],
  [
    'a message',
    'anthropic',
    json({
      id: 'm',
      type: 'message',
      role: 'assistant',
      model: 'm',
      content: [{ type: 'text', text: 'Hello.' }],
      stop_reason: 'end_turn',
      stop_sequence: null,
      usage: { input_tokens: 5, output_tokens: 2 },
    }),
  ],
  [
    'a list of events',
    'google',
    json(
      [
        { candidates: [{ content: { parts: [{ text: 'Hel' }] } }] },
        { candidates: [{ content: { parts: [{ text: 'lo.' }] }, finishReason: 'STOP' }] },
      ],
      true,
    ),
  ],
  [
    'an object',
    'google',
    json({ candidates: [{ content: { parts: [{ text: 'Hello.' }] }, finishReason: 'STOP' }] }),
  ],
  [
    'a response',
    'openai',
    json({
      id: 'r',
      object: 'response',
      created_at: 1,
      model: 'm',
      status: 'completed',
      output: [
        {
          type: 'message',
          id: 'm1',
          role: 'assistant',
          status: 'completed',
          content: [{ type: 'output_text', text: 'Hello.', annotations: [] }],
        },
      ],
      usage: { input_tokens: 5, output_tokens: 2 },
    }),
  ],
  [
    'an object in many lines',
    'ollama',
    json(
      {
        model: 'm',
        created_at: '2026-01-01T00:00:00Z',
        message: { role: 'assistant', content: 'Hello.' },
        done: true,
        done_reason: 'stop',
      },
      true,
    ),
  ],
];

describe('a whole answer in place of a stream', () => {
  it.each(whole)('%s of %s is the answer', async (_, id, reply) => {
    const { requests, end, shown } = await chatWithRaw(id, [reply]);
    expect(await end()).toEqual({ status: 'idle' });
    expect(agentText(await shown())).toBe('Hello.');
    expect(requests).toHaveLength(1);
  });

  it('may hold calls and thoughts', async () => {
    const call = { id: 'a', type: 'function', function: { name: 'list_files', arguments: {} } };
    const first = json(message({ reasoning_content: 'Hm.', tool_calls: [call] }));
    const { end, shown } = await chatWithRaw('openai-compatible', [
      first,
      json(message({ content: 'Done.' })),
    ]);
    expect(await end()).toEqual({ status: 'idle' });
    expect(toolParts(await shown()).map(({ toolName }) => toolName)).toEqual(['list_files']);
    expect(JSON.stringify(await shown())).toContain('Hm.');
  });
});

const errors: [string, ProviderId, RawReply, RegExp][] = [
  [
    'JSON of an error',
    'openai-compatible',
    json({ error: { message: 'Model not loaded', type: 'x', code: 404 } }),
    /does not have the chosen model/,
  ],
  [
    'an error in words',
    'openai-compatible',
    json({ error: 'Unexpected endpoint or method.' }),
    /did not accept the request/,
  ],
  [
    'a code of 402',
    'openai-compatible',
    { body: events({ error: { code: 402, message: 'Insufficient credits' } }) },
    /no credit left/,
  ],
  [
    'a code as text',
    'openai-compatible',
    { body: events({ error: { code: '402', message: 'Insufficient credits' } }) },
    /no credit left/,
  ],
  [
    'a status beside the message',
    'openai-compatible',
    { body: events({ object: 'error', message: 'No such model', code: 404 }) },
    /does not have the chosen model/,
  ],
  [
    'a wrong key',
    'openai-compatible',
    json({ error: { message: 'Incorrect API key', code: 'invalid_api_key' } }),
    /does not accept the key/,
  ],
  [
    'an error of Anthropic',
    'anthropic',
    json({ type: 'error', error: { type: 'authentication_error', message: 'invalid x-api-key' } }),
    /does not accept the key/,
  ],
  [
    'an error of Google',
    'google',
    json([{ error: { code: 403, message: 'No.', status: 'PERMISSION_DENIED' } }]),
    /may not be used/,
  ],
  [
    'an error of OpenAI',
    'openai',
    json({ error: { message: 'No.', code: 'insufficient_quota' } }),
    /no credit left/,
  ],
  ['a detail', 'openai-compatible', json({ detail: 'Not authenticated' }), /did not accept the request/],
];

describe('an error of status 200', () => {
  it.each(errors)('%s from %s is the error', async (_, id, reply, what) => {
    const { end } = await chatWithRaw(id, [reply]);
    const turn = await end();
    if (turn.status !== 'failed') throw new Error(`The turn is ${turn.status}.`);
    expect(turn.problem.what).toMatch(what);
  });

  const passing: [number, string][] = [
    [429, 'Rate limit reached'],
    [500, 'had a server error'],
    [502, 'had a server error'],
    [503, 'overloaded'],
  ];
  it.each(passing)('an event of %i is told like the status, and repeated like it', async (code, words) => {
    const chunk = {
      id: 'x',
      provider: 'x',
      error: { code, message: 'Provider returned error' },
      choices: [{ index: 0, delta: { content: '' }, finish_reason: 'error' }],
    };
    const { requests, end } = await chatWithRaw('openai-compatible', [
      { body: `: OPENROUTER PROCESSING\n\n${events(chunk)}data: [DONE]\n\n` },
    ]);
    expect(failureOf(await end()).what).toContain(words);
    expect(requests).toHaveLength(5);
  });
});

it('an error of Ollama is told in its words, also beside the marks of an ordinary line', async () => {
  const body = '{"error":"model runner has stopped","done":true}\n';
  const { end } = await chatWithRaw('ollama', [
    { headers: { 'content-type': 'application/x-ndjson' }, body },
  ]);
  const { what, details } = failureOf(await end());
  expect(what).not.toContain('Something went wrong');
  expect(`${what} ${details}`).toContain('model runner has stopped');
});

it('a line of Ollama whose error is null is read', async () => {
  const line = {
    model: 'm',
    message: { role: 'assistant', content: 'Hello.' },
    done: true,
    done_reason: 'stop',
  };
  const body = `${JSON.stringify({ ...line, error: null })}\n`;
  const { end, shown } = await chatWithRaw('ollama', [
    { headers: { 'content-type': 'application/x-ndjson' }, body },
  ]);
  expect(await end()).toEqual({ status: 'idle' });
  expect(agentText(await shown())).toBe('Hello.');
});

it('a message of Claude that counts no tokens is the answer', async () => {
  const reply = json({
    type: 'message',
    role: 'assistant',
    content: [{ type: 'text', text: 'Hello.' }],
    stop_reason: 'end_turn',
    usage: {},
  });
  const { end, shown } = await chatWithRaw('anthropic', [reply]);
  expect(await end()).toEqual({ status: 'idle' });
  expect(agentText(await shown())).toBe('Hello.');
});
