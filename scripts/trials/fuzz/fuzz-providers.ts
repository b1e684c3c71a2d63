import { once } from 'node:events';
import { createServer } from 'node:http';
import fc from 'fast-check';
import { improperFinish } from '../../../src/main/agents/model/answer-end.ts';
import { explainFailure } from '../../../src/main/agents/model/explain-failure.ts';
import { callModel } from '../../../src/main/agents/model/model-call.ts';
import { providers } from '../../../src/main/agents/model/providers/registry.ts';
import { type ProviderId, providerIdSchema } from '../../../src/shared/providers/provider.ts';
import { providerEvents } from '../../../test/main/agents/model/provider-events.ts';
import { distorted } from './distorted.ts';

export type ProviderFuzz = { failures: string[]; answers: number; refusals: number };

/** What a server said: a body in one of the shapes that are met, of events that are wrong in every way. */
type Said = { id: ProviderId; body: string; type: string; status: number };

/**
 * Asks models of every protocol whose servers answer with wrong events, cut bodies, pages and whole JSON. Each answer
 * has to end, in a finish or in a failure that is told in words of its own.
 */
export async function fuzzProviders(runs: number, seed: number): Promise<ProviderFuzz> {
  let said: Said = { id: 'openai-compatible', body: '', type: 'text/event-stream', status: 200 };
  const server = createServer((request, response) => {
    request.resume().on('end', () => {
      if (request.method === 'GET' || request.url === '/api/show') return void response.writeHead(404).end();
      response.writeHead(said.status, { 'content-type': said.type });
      response.end(said.body);
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
  const figures: ProviderFuzz = { failures: [], answers: 0, refusals: 0 };
  for (said of fc.sample(bodies(), { numRuns: runs, seed })) {
    const end = await endOf(said.id, url);
    if (end === 'answer') figures.answers += 1;
    else if (end === 'refusal') figures.refusals += 1;
    else figures.failures.push(`${said.id}: ${end} for ${said.body.slice(0, 300)}`);
  }
  server.close();
  server.closeAllConnections();
  return figures;
}

async function endOf(id: ProviderId, url: string): Promise<string> {
  const provider = providers[id];
  const baseUrl = provider.baseUrl(url) ?? url;
  const model = await provider.languageModel({ apiKey: 'key', baseUrl, parameters: [] }, 'model', null);
  const { signal } = new AbortController();
  const messages = [{ role: 'user' as const, content: 'Go' }];
  try {
    for await (const part of callModel({ model, instructions: '', messages, tools: [], signal })) {
      if (part.type === 'error') return refusalOf(part.error);
      if (part.type === 'finish-step')
        return improperFinish(part.finishReason) === undefined ? 'answer' : 'refusal';
    }
  } catch (error) {
    return refusalOf(error);
  }
  return 'no end';
}

function refusalOf(error: unknown): string {
  const what = explainFailure(error)?.what;
  const isTold = what !== undefined && !what.startsWith('Something went wrong');
  return isTold ? 'refusal' : `${what}: ${String(error)}`;
}

function bodies(): fc.Arbitrary<Said> {
  return fc.constantFrom(...providerIdSchema.options).chain((id) => {
    const { beginText, text, beginInput, input, call } = providerEvents[id];
    const whole = [beginText, text('words'), beginInput ?? '', input('{"a":'), input('1}'), call(0), call(1)];
    const known = whole.flatMap(eventsIn);
    const odd = id === 'openai-compatible' ? [...oddChunks, ...oddEvents] : oddEvents;
    const event = fc.oneof(
      fc.constantFrom(...known),
      distorted(known),
      fc.constantFrom(...odd),
      distorted(odd),
    );
    const line = fc.oneof(
      { weight: 8, arbitrary: event.map((value) => frame(id, JSON.stringify(value) ?? '')) },
      fc.string().map((value) => frame(id, value)),
      fc.constantFrom(': comment\n\n', '\r\n', 'data: [DONE]\n\n', 'data: null\n\n', 'retry: 3\n\n'),
    );
    const stream = fc
      .tuple(fc.array(line, { maxLength: 12 }), fc.nat(2_000), fc.boolean(), fc.constantFrom(...lineEnds))
      .map(([lines, at, isCut, end]) => {
        const text = lines.join('').replaceAll('\n', end);
        return isCut ? text.slice(0, at) : text;
      });
    const page = fc.constant('<!doctype html><title>Sign in</title>');
    const body = fc.oneof(
      { weight: 8, arbitrary: stream },
      fc.oneof(event, distorted(odd)).map((value) => JSON.stringify(value, null, 1) ?? ''),
      fc.string(),
      page,
    );
    const type = fc.constantFrom(
      'text/event-stream',
      'application/json',
      'text/html',
      'application/x-ndjson',
    );
    const status = fc.constantFrom(200, 200, 200, 200, 400, 402, 429, 500, 502, 503);
    return fc.record({ id: fc.constant(id), body, type, status });
  });
}

const lineEnds = ['\n', '\n', '\n', '\r\n', '\r'];

const chunk = (delta: unknown, finish_reason: unknown = null) => ({
  choices: [{ index: 0, delta, finish_reason }],
});

const called = { name: 'a', arguments: '{"b":1}' };

/** Deltas that servers send where they speak Chat Completions nearly; docs/providers.md says which. */
const oddChunks: readonly unknown[] = [
  chunk({ role: 'user', content: 'words' }),
  chunk({ content: '<think>words</think>more' }),
  chunk({ content: 'words</think>' }),
  chunk({ reasoning_content: 'words' }),
  chunk({ tool_calls: [{ index: 0, id: 7, function: called }] }),
  chunk({ tool_calls: [{ function: called }] }),
  chunk({ tool_calls: [{ index: '0', id: null, function: { ...called, arguments: { b: 1 } } }] }),
  chunk({ tool_calls: [{ index: 0, id: 'c', function: called }, { index: 0 }] }),
  chunk({ tool_calls: { index: 0, function: null } }),
  chunk({ function_call: called }, 'function_call'),
  chunk({ content: '' }, 'stop'),
  chunk({ content: 'words' }, 'length'),
  chunk(null, 'content_filter'),
  chunk({}, ''),
  chunk({}, 'eos'),
  { choices: null, usage: { prompt_tokens: 1 } },
  { usage: { prompt_tokens: 5, completion_tokens: 2 } },
  { choices: [], usage: 'none' },
  ...[402, 429, 502, 503].map((code) => ({
    error: { code, message: 'bad' },
    ...chunk({ content: '' }, 'error'),
  })),
];

/** Shapes of other servers: whole answers, refusals, and errors. */
const oddEvents: readonly unknown[] = [
  {
    choices: [
      { message: { content: 'Hello.', tool_calls: [{ id: 1, function: { name: 'a', arguments: {} } }] } },
    ],
  },
  { choices: null, usage: { prompt_tokens: '1' } },
  { error: { code: 502, message: 'bad' } },
  { object: 'error', message: 'bad', code: 400 },
  { detail: 'bad' },
  { error: { message: 'Too many requests', code: 'rate_limit' } },
  { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } },
  { type: 'message_delta', delta: { stop_reason: 'refusal' }, usage: { output_tokens: 0 } },
  { type: 'message_delta', delta: { stop_reason: 'max_tokens' }, usage: { output_tokens: 1 } },
  { candidates: [{ finishReason: 'RECITATION' }] },
  { candidates: [{ finishReason: 'MALFORMED_FUNCTION_CALL', content: {} }] },
  { candidates: [{ content: { parts: [{ text: 'thought', thought: true }] }, finishReason: 'STOP' }] },
  { error: { code: 429, status: 'RESOURCE_EXHAUSTED', details: [{ retryDelay: '0s' }] } },
  { error: 'model runner has stopped', done: true },
  { message: { role: 'assistant', content: '' }, done: true, done_reason: 'length' },
  { type: 'message', content: [{ type: 'text', text: 'a' }], stop_reason: 'end_turn', usage: {} },
  { object: 'response', status: 'completed', output: [{ type: 'message', content: [{ text: 'a' }] }] },
  [{ candidates: [{ finishReason: 'SAFETY' }] }, { promptFeedback: { blockReason: 'OTHER' } }],
];

function eventsIn(stream: string): unknown[] {
  return stream.split('\n').flatMap((line) => {
    const data = line.replace(/^data: /, '');
    return data.startsWith('{') ? [JSON.parse(data) as unknown] : [];
  });
}

const frame = (id: ProviderId, data: string) => (id === 'ollama' ? `${data}\n` : `data: ${data}\n\n`);
