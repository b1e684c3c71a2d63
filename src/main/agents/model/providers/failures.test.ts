import { describe, expect, it, test } from 'vitest';
import type { ProviderId } from '../../../../shared/providers/provider.ts';
import type { SubstituteReply } from '../../../../../test/main/agents/model/provider-proxy.ts';
import { providerThatCalls, testKey } from '../../../../../test/main/agents/model/providers-on-the-wire.ts';
import { noWaiting } from '../../../../../test/main/agents/model/raw-provider.ts';
import type { Clock } from '../../../clock.ts';
import { temporaryFolder } from '../../../../../test/main/temporary-folder.ts';
import { agentText, testApp, untilWorkspace, watchChat } from '../../../../../test/main/test-app.ts';

const openaiError = (status: number, code: string, message = 'Refused.'): SubstituteReply => ({
  status,
  body: { error: { message, type: code, code, param: null } },
});
const googleError = (
  code: number,
  status: string,
  message: string,
  details: unknown[] = [],
): SubstituteReply => ({
  status: code,
  body: { error: { code, status, message, details } },
});
const ollamaError = (status: number, error: string): SubstituteReply => ({ status, body: { error } });

/** A chat whose waits are over at once. */
const chatWith = (id: ProviderId, ...instead: (SubstituteReply | 'real')[]) =>
  chatWaiting(id, noWaiting, ...instead);

async function chatWaiting(
  id: ProviderId,
  options: Partial<Clock>,
  ...instead: (SubstituteReply | 'real')[]
) {
  const { proxy, env } = await providerThatCalls(id, 'list_files', {});
  proxy.answerNext(...instead);
  const { client } = testApp(temporaryFolder(), { env, ...options });
  const { id: workspaceId } = await client.workspace.create({ folder: temporaryFolder() });
  const chat = await watchChat(client, workspaceId);
  await client.workspace.sendMessage({ workspaceId, key: 'first', text: 'Go' });
  const until = (condition: Parameters<typeof untilWorkspace>[2]) =>
    untilWorkspace(client, workspaceId, condition);
  return { proxy, client, workspaceId, chat, until };
}

const longest = 'This model’s maximum context length is 128000 tokens.';
const cases: [string, ProviderId, SubstituteReply, RegExp, RegExp][] = [
  [
    'a wrong key',
    'openai',
    openaiError(401, 'invalid_api_key'),
    /^OpenAI does not accept the key/,
    /OPENAI_API_KEY/,
  ],
  [
    'an unknown model',
    'openai',
    openaiError(404, 'model_not_found'),
    /^OpenAI does not have/,
    /OPENAI_BASE_URL/,
  ],
  [
    'an empty account',
    'openai',
    openaiError(429, 'insufficient_quota', 'Check your billing'),
    /^Your account at OpenAI has no credit/,
    /Add credit/,
  ],
  [
    'too long a chat',
    'openai',
    openaiError(400, 'context_length_exceeded', longest),
    /longer than the model/,
    /^This turn alone is longer/,
  ],
  [
    'a wrong key',
    'google',
    googleError(400, 'INVALID_ARGUMENT', 'API key not valid. Please pass a valid API key.', [
      { reason: 'API_KEY_INVALID' },
    ]),
    /^Gemini does not accept the key/,
    /GOOGLE_GENERATIVE_AI_API_KEY/,
  ],
  [
    'too long a chat',
    'google',
    googleError(
      400,
      'INVALID_ARGUMENT',
      'The input token count (2000000) exceeds the maximum number of tokens allowed (1048576).',
    ),
    /longer than the model/,
    /^This turn alone is longer/,
  ],
  [
    'a server that wants a key',
    'openai-compatible',
    { status: 401, body: 'Unauthorized' },
    /does not accept the key/,
    /OPENAI_COMPATIBLE_API_KEY/,
  ],
  [
    'a web page',
    'openai-compatible',
    { status: 200, body: '<html>', headers: { 'content-type': 'text/html' } },
    /answers with a web page/,
    /^Your network may want you to sign in first\. If not, check OPENAI_COMPATIBLE_BASE_URL/,
  ],
  [
    'a missing model',
    'ollama',
    ollamaError(404, 'model "qwen3:4b" not found, try pulling it first'),
    /^Ollama does not have the chosen model/,
    /ollama pull/,
  ],
  [
    'a failing server',
    'ollama',
    ollamaError(500, 'llama runner process has terminated'),
    /^Ollama had a server error/,
    /passes in a minute/,
  ],
];

test.each(cases)('%s at %s is told in plain words, with what to do', async (_, id, instead, what, todo) => {
  const { until } = await chatWith(id, instead, instead, instead, instead, instead);
  const { turn } = await until((workspace) => workspace.turn.status === 'failed');
  if (turn.status !== 'failed') throw new Error('The turn did not fail.');
  expect(turn.problem.what).toMatch(what);
  expect(turn.problem.todo).toMatch(todo);
  expect(JSON.stringify(turn)).not.toContain(testKey);
});

test('an Ollama that is not running is named, with how to start it', async () => {
  const { client } = testApp(temporaryFolder(), { env: { PARLEY_AGENT: 'ollama/qwen3', OLLAMA_HOST: ':1' } });
  const { id } = await client.workspace.create({ folder: temporaryFolder() });
  await client.workspace.sendMessage({ workspaceId: id, key: 'first', text: 'Go' });
  const { turn } = await untilWorkspace(client, id, ({ turn: now }) => now.status === 'failed');
  expect(turn).toMatchObject({ problem: { what: 'Ollama could not be reached.' } });
  expect(JSON.stringify(turn)).toMatch(/ollama serve.*OLLAMA_HOST/);
});

const overloaded: [ProviderId, SubstituteReply, string][] = [
  [
    'anthropic',
    { status: 529, body: { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } } },
    'Claude is overloaded just now.',
  ],
  ['openai', openaiError(429, 'rate_limit_exceeded'), 'Rate limit reached.'],
  ['google', googleError(503, 'UNAVAILABLE', 'The model is overloaded.'), 'Gemini is overloaded just now.'],
  ['openai-compatible', { status: 429, body: 'slow down' }, 'Rate limit reached.'],
  ['ollama', ollamaError(500, 'llama runner process has terminated'), 'Ollama had a server error.'],
];

describe('what passes by itself', () => {
  it.each(overloaded)('is tried again at %s, after a countdown that says why', async (id, instead, what) => {
    const soon = { ...instead, headers: { 'retry-after': '0' } };
    const { proxy, chat, until } = await chatWith(id, soon, soon);
    const { turn } = await until(({ turn: now }) => now.status === 'working' && now.retry !== undefined);
    expect(turn).toMatchObject({ retry: { what, waitMs: 2_000 } });
    await chat.until((seen) => agentText(seen).includes('Thank you.'));
    expect(proxy.requests).toHaveLength(4);
    expect(new Set(proxy.requests.slice(0, 3).map(({ body }) => body)).size).toBe(1);
  });

  it('counts anew after every answer', async () => {
    const limit = { ...openaiError(429, 'rate_limit_exceeded'), headers: { 'retry-after-ms': '1' } };
    const three = [limit, limit, limit] as const;
    const { proxy, chat } = await chatWith('openai', ...three, 'real', ...three);
    await chat.until((seen) => agentText(seen).includes('Thank you.'));
    expect(proxy.requests).toHaveLength(8);
  });

  it('is given up after four repetitions', async () => {
    const limit = { ...openaiError(429, 'rate_limit_exceeded'), headers: { 'retry-after-ms': '1' } };
    const { proxy, until } = await chatWith('openai', limit, limit, limit, limit, limit);
    const { turn } = await until(({ turn: now }) => now.status === 'failed');
    expect(JSON.stringify(turn)).toContain('Rate limit reached');
    expect(proxy.requests).toHaveLength(5);
  });

  it('waits as long as Google asks for in the body, and Stop ends the wait', async () => {
    const limit = googleError(
      429,
      'RESOURCE_EXHAUSTED',
      'You exceeded your current quota, please check your plan and billing details.',
      [{ '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '37s' }],
    );
    const { proxy, client, workspaceId, until } = await chatWaiting('google', {}, limit);
    const { turn } = await until(({ turn: now }) => now.status === 'working' && now.retry !== undefined);
    expect(turn).toMatchObject({ retry: { waitMs: 37_000 } });
    await client.workspace.stop({ workspaceId });
    await until(({ turn: now }) => now.status === 'interrupted');
    expect(proxy.requests).toHaveLength(1);
  });

  it('is told at once where the provider asks for longer than anybody waits', async () => {
    const limit = { ...openaiError(429, 'rate_limit_exceeded'), headers: { 'retry-after': '3600' } };
    const { proxy, until } = await chatWith('openai', limit);
    await until(({ turn: now }) => now.status === 'failed');
    expect(proxy.requests).toHaveLength(1);
  });
});
