/**
 * Streams of servers that speak OpenAI's Chat Completions nearly: a numeric or missing call id (Mistral through
 * LiteLLM, older vLLM, Gemini's own endpoint), arguments as an object (Ollama's /v1, litellm#4261), deltas without
 * `function` (llama.cpp, LM Studio), a last event with `usage` and `choices: null` or none (Azure, OpenRouter, SGLang),
 * `data: null` (one-api), role `user` (FastChat), no finish reason or no `[DONE]` (TGI, Ollama before 0.3), comments
 * (OpenRouter's ": OPENROUTER PROCESSING"), CRLF (IIS, ASP.NET). Written after those reports; none was recorded.
 */
import { describe, expect, it } from 'vitest';
import {
  failureOf,
  chatWithRaw,
  events,
  type RawReply,
} from '../../../../../test/main/agents/model/raw-provider.ts';
import { agentText, toolParts } from '../../../../../test/main/test-app.ts';

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

it('a call that breaks off without a reason is never made', async () => {
  const body = events(...inCalls([call({}, { arguments: '{"path":"a.t' })]));
  const { end, shown } = await chatWithRaw('openai-compatible', [{ body }]);
  expect(failureOf(await end()).what).toContain('broke off');
  expect(toolParts(await shown()).filter(({ result }) => result?.ok === true)).toEqual([]);
});
