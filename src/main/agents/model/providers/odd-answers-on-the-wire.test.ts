/**
 * Streams of servers that speak OpenAI's Chat Completions nearly: a numeric or missing call id (Mistral through
 * LiteLLM, older vLLM, Gemini's own endpoint), arguments as an object (Ollama's /v1, litellm#4261), deltas without
 * `function` (llama.cpp, LM Studio), a last event with `usage` and `choices: null` or none (Azure, OpenRouter, SGLang),
 * `data: null` (one-api), role `user` (FastChat), no finish reason or no `[DONE]` (TGI, Ollama before 0.3), comments
 * (OpenRouter's ": OPENROUTER PROCESSING"), CRLF (IIS, ASP.NET). Written after those reports; none was recorded.
 */
import { describe, expect, it, vi } from 'vitest';
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

const chunk = (delta: unknown, finish_reason: unknown = null) => ({
  id: 'x',
  choices: [{ index: 0, delta, finish_reason }],
});
const done = 'data: [DONE]\n\n';
const hello = chunk({ role: 'assistant', content: 'Hello.' });
const stop = chunk({}, 'stop');
const usage = { prompt_tokens: 5, completion_tokens: 2, total_tokens: 7 };

const texts: [string, string][] = [
  ['role user', events(chunk({ role: 'user', content: 'Hello.' }), stop) + done],
  ['a numeric role', events(chunk({ role: 1, content: 'Hello.' }), stop) + done],
  ['choices: null beside usage', events(hello, stop, { choices: null, usage }) + done],
  ['usage without choices', events(hello, stop, { usage }) + done],
  ['usage as text', events(hello, stop, { choices: [], usage: { prompt_tokens: '5' } }) + done],
  ['usage: "none"', events(hello, stop, { choices: [], usage: 'none' }) + done],
  ['data: null', `data: null\n\n${events(hello)}data: null\n\n${events(stop)}${done}`],
  ['data without a text', `data:\n\n${events(hello)}data: ""\n\n${events(stop)}${done}`],
  ['no finish reason', events(hello) + done],
  ['a blank finish reason', events(chunk({ content: 'Hello.' }, ''), chunk({}, '')) + done],
  ['no [DONE]', events(hello, stop)],
  ['neither', events(hello)],
  ['no blank line at its end', events(hello, stop).trimEnd()],
  ['comments', `: OPENROUTER PROCESSING\n\n${events(hello)}: ping\n\n${events(stop)}${done}`],
  ['CRLF', (events(hello, stop) + done).replaceAll('\n', '\r\n')],
  ['CR', (events(hello, stop) + done).replaceAll('\n', '\r')],
  ['a mark of the byte order', `\ufeff${events(hello, stop)}${done}`],
  ['no blank after data:', (events(hello, stop) + done).replaceAll('data: ', 'data:')],
  [
    'message in place of delta',
    events({ choices: [{ message: { content: 'Hello.' }, finish_reason: 'stop' }] }) + done,
  ],
  ['text in place of delta', events({ choices: [{ text: 'Hello.', finish_reason: 'stop' }] }) + done],
  ['a content of parts', events(chunk({ content: [{ type: 'text', text: 'Hello.' }] }), stop) + done],
  ['a null delta', events(chunk(null), hello, stop) + done],
  ['other words for stop', events(hello, chunk({}, 'end_turn')) + done],
  ['one event that is no JSON', `${events(hello)}data: {"choices": [\n\n${events(stop)}${done}`],
  ['an event of another program', `data: starting up\n\n${events(hello, stop)}${done}`],
  ['an event of another shape', events({ status: 'queued' }, hello, stop) + done],
  ['a blank after [DONE]', `${events(hello, stop)}data: [DONE] \n\n`],
  ['another word for [DONE]', `${events(hello, stop)}data: </s>\n\n`],
  ['half of its usage', `${events(hello, stop)}data: {"choices":[],"usage":{"pro`],
  ['a NUL at its end', `${events(hello, stop)}\0`],
  ['id and created of other types', events({ ...hello, id: 7, created: '1700', model: null }, stop) + done],
];

it.each(texts)('a text with %s is read', async (_, body) => {
  const { requests, end, shown } = await chatWithRaw('openai-compatible', [{ body }]);
  expect(await end()).toEqual({ status: 'idle' });
  expect(agentText(await shown())).toBe('Hello.');
  expect(requests).toHaveLength(1);
});

const inCalls = (...deltas: unknown[]) => deltas.map((tool_calls) => chunk({ tool_calls }));
const call = (more: object = {}, fn: object = {}) => ({
  index: 0,
  id: 'call-a',
  type: 'function',
  function: { name: 'read_file', arguments: '{"path":"a.txt"}', ...fn },
  ...more,
});
const called = chunk({}, 'tool_calls');

const calls: [string, string][] = [
  ['a numeric id', events(...inCalls([call({ id: 7 })]), called) + done],
  ['a null id', events(...inCalls([call({ id: null })]), called) + done],
  ['a blank id', events(...inCalls([call({ id: '' })]), called) + done],
  ['no id', events(...inCalls([call({ id: undefined })]), called) + done],
  ['no index', events(...inCalls([call({ index: undefined })]), called) + done],
  ['an index as text', events(...inCalls([call({ index: '0' })]), called) + done],
  ['arguments as an object', events(...inCalls([call({}, { arguments: { path: 'a.txt' } })]), called) + done],
  [
    'a delta without function',
    events(
      ...inCalls(
        [call({}, { arguments: '' })],
        [{ index: 0 }],
        [{ index: 0, function: { arguments: '{"path":"a.txt"}' } }],
      ),
      called,
    ) + done,
  ],
  [
    'function: null',
    events(...inCalls([call()], [{ index: 0, id: 'call-a', function: null }]), called) + done,
  ],
  ['one call in place of a list', events(...inCalls(call()), called) + done],
  [
    'the old function_call',
    events(chunk({ function_call: call().function }), chunk({}, 'function_call')) + done,
  ],
  [
    'name and arguments beside the id',
    events(...inCalls([{ index: 0, id: 'b', ...call().function }]), called) + done,
  ],
  ['stop as its reason', events(...inCalls([call()]), stop) + done],
  ['no reason and no [DONE]', events(...inCalls([call()]))],
  ['role user', events(chunk({ role: 'user', tool_calls: [call()] }), called) + done],
  [
    'an id that changes',
    events(
      ...inCalls(
        [call({}, { arguments: '{"path":' })],
        [{ index: 0, id: 'other', function: { arguments: '"a.txt"}' } }],
      ),
      called,
    ) + done,
  ],
];

it.each(calls)('a call with %s is made as it is meant', async (_, body) => {
  const good: RawReply = { body: events(hello, stop) + done };
  const { requests, end, shown } = await chatWithRaw('openai-compatible', [{ body }, good]);
  expect(await end()).toEqual({ status: 'idle' });
  expect(toolParts(await shown()).map(({ toolName, input }) => [toolName, input])).toEqual([
    ['read_file', { path: 'a.txt' }],
  ]);
  expect(requests).toHaveLength(2);
});

it('two calls, one without an id or index, are two calls', async () => {
  const first = call({ index: undefined, id: undefined });
  const second = call({ index: undefined, id: undefined }, { arguments: '{"path":"b.txt"}' });
  const body = events(...inCalls([first, second]), called) + done;
  const good: RawReply = { body: events(hello, stop) + done };
  const { end, shown } = await chatWithRaw('openai-compatible', [{ body }, good]);
  await end();
  expect(toolParts(await shown()).map(({ input }) => input)).toEqual([{ path: 'a.txt' }, { path: 'b.txt' }]);
});

describe('an answer of which nothing can be read', () => {
  const cases: [string, string, string][] = [
    ['events that are no JSON', 'data: worker 3 crashed\n\ndata: bye\n\n', 'worker 3 crashed'],
    [
      'text that is no stream',
      'upstream connect error or disconnect\nreset\n',
      'upstream connect error or disconnect',
    ],
    ['JSON that says nothing', events({ status: 'queued' }), '{"status":"queued"}'],
    ['a cut-off event', 'data: {"choices":[{"delta":{"con', '{"choices":[{"delta":{"con'],
  ];
  it.each(cases)('%s fails, with the first line under Details', async (_, body, line) => {
    const { end } = await chatWithRaw('openai-compatible', [{ body }]);
    expect(await end()).toMatchObject({
      status: 'failed',
      problem: { what: 'OpenAI-compatible sent an answer that could not be read.', details: line },
    });
  });

  it('keeps the key out of that line', async () => {
    const body = 'data: bad request with Bearer sk-secret-of-the-test\n\n';
    const { end } = await chatWithRaw('openai-compatible', [{ body }]);
    expect(JSON.stringify(await end())).not.toContain('sk-secret');
  });
});

const others: [string, ProviderId, string][] = [
  [
    'Claude',
    'anthropic',
    typedEvents(
      {
        type: 'message_start',
        message: { id: 'm', type: 'message', role: 'assistant', model: 'm', content: [] },
      },
      { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
      { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'Hello.' } },
      { type: 'content_block_stop', index: 0 },
      { type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage: { output_tokens: 1 } },
      { type: 'message_stop' },
    ),
  ],
  [
    'Gemini',
    'google',
    events({
      candidates: [{ content: { role: 'model', parts: [{ text: 'Hello.' }] }, finishReason: 'STOP' }],
    }),
  ],
  [
    'Ollama',
    'ollama',
    lines({ message: { role: 'assistant', content: 'Hello.' }, done: true, done_reason: 'stop' }),
  ],
];

it.each(others)('what comes after the end of an answer of %s is no part of it', async (_, id, body) => {
  const { end, shown } = await chatWithRaw(id, [{ body: `${body}data: [DON` }]);
  expect(await end()).toEqual({ status: 'idle' });
  expect(agentText(await shown())).toBe('Hello.');
});

const refusals: [string, string, RegExp][] = [
  ['Baidu', JSON.stringify({ error_code: 110, error_msg: 'Access token invalid' }), /Access token invalid/],
  [
    'MiniMax',
    JSON.stringify({ choices: null, base_resp: { status_code: 1004, status_msg: 'login fail' } }),
    /login fail/,
  ],
  ['Zhipu', JSON.stringify({ code: 1002, msg: 'Token expired', success: false }), /Token expired/],
  [
    'Cloudflare',
    JSON.stringify({ result: null, success: false, errors: [{ code: 7009, message: 'Upstream is away' }] }),
    /Upstream is away/,
  ],
  ['Kong', JSON.stringify({ message: 'no Route matched with those values' }), /no Route matched/],
];

it.each(refusals)('an error of %s with status 200 is told as one, in its words', async (_, body, words) => {
  const { end } = await chatWithRaw('openai-compatible', [{ body }]);
  const { what, details } = failureOf(await end());
  expect(what).toBe('OpenAI-compatible did not accept the request.');
  expect(details).toMatch(words);
});

it.each(refusals)('an error of %s with its status is told in its words too', async (_, body, words) => {
  const { end } = await chatWithRaw('openai-compatible', [{ status: 422, body }]);
  expect(failureOf(await end()).details).toMatch(words);
});

it.each<[string, string, string]>([
  ['a gateway before it', JSON.stringify({ error: { message: 'no such tenant' } }), 'no such tenant'],
  ['no JSON', 'no such tenant', 'no such tenant'],
  ['nothing', '', 'Error 422: Unprocessable Entity'],
])(
  'a refusal at Ollama’s address by %s is told in its words, and printed nowhere',
  async (_, body, words) => {
    const print = vi.spyOn(console, 'log');
    const { end } = await chatWithRaw('ollama', [{ status: 422, body }]);
    const { what, details } = failureOf(await end());
    expect(what).toBe('Ollama did not accept the request.');
    expect(details).toBe(words);
    expect(print).not.toHaveBeenCalled();
    print.mockRestore();
  },
);

it('an answer of MiniMax, which says that nothing is wrong, is an answer', async () => {
  const body = events({ ...hello, base_resp: { status_code: 0, status_msg: '' } }, stop) + done;
  const { end } = await chatWithRaw('openai-compatible', [{ body }]);
  expect(await end()).toEqual({ status: 'idle' });
});

it('an error by the name of its event ends the answer with a word', async () => {
  const body = `${events(hello)}event: error\ndata: {"message":"worker died","code":500}\n\n`;
  const { end } = await chatWithRaw('openai-compatible', [{ body }]);
  expect(failureOf(await end())).toMatchObject({
    what: 'OpenAI-compatible had a server error.',
    details: 'worker died',
  });
});

it('a response of OpenAI that failed is told by its error', async () => {
  const error = { code: 'server_error', message: 'The model broke' };
  const body = typedEvents(
    { type: 'response.created', response: { id: 'r', created_at: 1, model: 'm' } },
    { type: 'response.failed', response: { id: 'r', status: 'failed', error } },
  );
  const { end } = await chatWithRaw('openai', [{ body }]);
  expect(failureOf(await end())).toMatchObject({
    what: 'OpenAI had a server error.',
    details: 'The model broke',
  });
});

it('an error in XML is no web page', async () => {
  const body = '<?xml version="1.0"?><Error><Code>AccessDenied</Code></Error>';
  const { end } = await chatWithRaw('openai-compatible', [{ body }]);
  expect(failureOf(await end())).toMatchObject({
    what: 'OpenAI-compatible sent an answer that could not be read.',
    details: body,
  });
});

it('a call that breaks off without a reason is never made', async () => {
  const body = events(...inCalls([call({}, { arguments: '{"path":"a.t' })]));
  const { end, shown } = await chatWithRaw('openai-compatible', [{ body }]);
  expect(failureOf(await end()).what).toContain('broke off');
  expect(toolParts(await shown()).filter(({ result }) => result?.ok === true)).toEqual([]);
});

it.each([
  ['a message that is a number', 'data: {"type":"message_start","message":5}\n\n'],
  ['an error that is a number', 'event: error\ndata: {"type":"error","error":5}\n\n'],
  ['an error without a type', 'data: {"type":"error","error":{"message":"x"}}\n\n'],
  ['a block whose place is a word', 'data: {"type":"content_block_start","index":"a"}\n\n'],
  ['an end of nothing', 'data: {"type":"message_delta"}\n\n'],
])('an answer that begins with %s is called unreadable, not a fault of Parley', async (_, body) => {
  const { end } = await chatWithRaw('anthropic', [{ body }]);
  expect(failureOf(await end()).topic).not.toBe('parley');
});
