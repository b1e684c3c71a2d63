import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  type AnthropicServer,
  type ServerReply,
  startAnthropicServer,
} from '../../../../test/main/agents/model/anthropic-server.ts';
import type { Problem } from '../../../shared/workspace/turn-state.ts';
import { BrokenAnswer, improperFinish } from './answer-end.ts';
import { explainFailure } from './explain-failure.ts';
import { callModel } from './model-call.ts';
import { agentFor } from './providers.ts';
import {
  modelAccess,
  providerSettingsFrom,
} from '../../../../test/main/agents/model/provider-settings-from.ts';

const key = 'sk-ant-very-secret';
let server: AnthropicServer;

beforeEach(async () => {
  server = await startAnthropicServer();
});

afterEach(() => server.close());

/** Makes one real call and returns the explanation of its failure, as the turn does. */
async function endingOf(url = server.url, abortSignal?: AbortSignal): Promise<Problem | 'aborted' | 'fine'> {
  const settings = providerSettingsFrom({ ANTHROPIC_API_KEY: key, ANTHROPIC_BASE_URL: url });
  const choice = agentFor('anthropic/claude-test', modelAccess(settings));
  if (!choice.ok) throw new Error(choice.problem.what);
  const model = await choice.agent.languageModel();
  const stream = callModel({
    model,
    instructions: 'Be brief.',
    messages: [{ role: 'user', content: 'Hello' }],
    tools: [],
    signal: abortSignal ?? new AbortController().signal,
  });
  try {
    for await (const part of stream) {
      if (part.type === 'abort') return 'aborted';
      if (part.type === 'error') return explainFailure(part.error) ?? 'aborted';
      if (part.type === 'finish-step') {
        const end = improperFinish(part.finishReason);
        return end === undefined ? 'fine' : (explainFailure(new BrokenAnswer(end)) ?? 'aborted');
      }
    }
  } catch (error) {
    return explainFailure(error) ?? 'aborted';
  }
  return 'fine';
}

function whatOf(ending: Problem | string): string {
  return typeof ending === 'string' ? ending : ending.what;
}

const text = [{ type: 'text' as const, text: 'The beginning of an answer that never comes to its end.' }];
const status = (code: number, error: string, message?: string): ServerReply => {
  return { type: 'status', status: code, error, ...(message === undefined ? {} : { message }) };
};

const cases: [string, ServerReply, RegExp][] = [
  ['a wrong key', status(401, 'authentication_error', `invalid x-api-key ${key}`), /does not accept the key/],
  ['a key without the right', status(403, 'permission_error'), /may not be used for this model/],
  [
    'an unknown model',
    status(404, 'not_found_error', 'model: claude-test'),
    /does not have the chosen model/,
  ],
  ['a request that is too large', status(413, 'request_too_large'), /request is larger than .* takes/],
  [
    'an image that is not taken',
    status(400, 'invalid_request_error', 'Could not process image'),
    /does not take an image of this chat/,
  ],
  [
    'a chat that is too long',
    status(400, 'invalid_request_error', 'prompt is too long: 210000 tokens > 200000 maximum'),
    /longer than the model can read/,
  ],
  [
    'an empty account',
    status(400, 'invalid_request_error', 'Your credit balance is too low'),
    /no credit left/,
  ],
  ['too many requests', status(429, 'rate_limit_error'), /^Rate limit reached/],
  ['an overloaded provider', status(529, 'overloaded_error', 'Overloaded'), /overloaded/],
  ['a failing provider', status(500, 'api_error'), /had a server error/],
  ['a refused request', status(400, 'invalid_request_error'), /did not accept the request/],
  [
    'overload within the stream',
    { type: 'stream-error', blocks: text, error: 'overloaded_error', message: 'Overloaded' },
    /overloaded/,
  ],
  [
    'overload before any text',
    { type: 'stream-error', blocks: [], error: 'overloaded_error', message: 'Overloaded' },
    /overloaded/,
  ],
  ['a stream that ends early', { type: 'cut', blocks: text, how: 'end' }, /broke off in the middle/],
  ['a stream that is reset', { type: 'cut', blocks: text, how: 'reset' }, /broke off in the middle/],
];

test.each(cases)('%s is told in plain words, without the key', async (_, reply, what) => {
  server.reply(reply);
  const problem = await endingOf();
  expect(whatOf(problem)).toMatch(what);
  expect(JSON.stringify(problem)).not.toContain(key);
  expect(JSON.stringify(problem)).not.toContain('!');
});

test('a refused connection and an unknown address are told apart', async () => {
  const { url } = server;
  await server.close();
  expect(await endingOf(url)).toMatchObject({ what: 'The provider could not be reached.' });
  expect(whatOf(await endingOf('http://no-such-host.invalid'))).toMatch(/could not be (found|reached)/);
  server = await startAnthropicServer();
});

test('an abort is no failure', async () => {
  server.reply({ type: 'hang', blocks: text });
  const controller = new AbortController();
  const ended = endingOf(server.url, controller.signal);
  await server.request(0);
  controller.abort();
  expect(await ended).toBe('aborted');
  expect(explainFailure(new DOMException('Stopped', 'AbortError'))).toBeUndefined();
});

test('a proper answer is fine, and the request carries the key and the model', async () => {
  expect(await endingOf(`${server.url}/v1/`)).toBe('fine');
  expect(server.requests[0]).toMatchObject({
    path: '/v1/messages',
    headers: { 'x-api-key': key },
    body: { model: 'claude-test' },
  });
});

test.each([undefined, 'oops', null, new Error('Boom'), { statusCode: 'x' }])(
  'anything else is told too: %o',
  (error) => {
    expect(explainFailure(error)?.what).toBe('Something went wrong while the agent was working.');
  },
);
