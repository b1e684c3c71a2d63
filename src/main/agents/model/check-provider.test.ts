import { LLMock } from '@copilotkit/aimock';
import { expect, onTestFinished, test } from 'vitest';
import type { ProviderId } from '../../../shared/providers/provider.ts';
import {
  type SubstituteReply,
  startProviderProxy,
} from '../../../../test/main/agents/model/provider-proxy.ts';
import { testKey } from '../../../../test/main/agents/model/providers-on-the-wire.ts';
import { temporaryFolder } from '../../../../test/main/temporary-folder.ts';
import { listState, testApp, untilWorkspace } from '../../../../test/main/test-app.ts';

async function startServer() {
  const mock = new LLMock({ port: 0 });
  await mock.start();
  onTestFinished(() => mock.stop());
  const proxy = await startProviderProxy(mock.url);
  onTestFinished(() => proxy.close());
  return proxy;
}

const page = (body: unknown): SubstituteReply => ({ status: 200, body });

const lists: [ProviderId, string, SubstituteReply | undefined, string, string | undefined, string[]][] = [
  [
    'anthropic',
    '/v1/models',
    page({ data: [{ id: 'claude-b' }, { id: 'claude-a' }] }),
    'x-api-key',
    testKey,
    ['claude-b', 'claude-a'],
  ],
  [
    'openai',
    '/v1/models',
    page({
      data: [
        { id: 'gpt-old', created: 1 },
        { id: 'whisper-1', created: 3 },
        { id: 'gpt-new', created: 2 },
      ],
    }),
    'authorization',
    `Bearer ${testKey}`,
    ['gpt-new', 'gpt-old'],
  ],
  [
    'google',
    '/v1beta/models',
    page({
      models: [
        { name: 'models/gemini-a', supportedGenerationMethods: ['generateContent'] },
        { name: 'models/embedding-b', supportedGenerationMethods: ['embedContent'] },
      ],
    }),
    'x-goog-api-key',
    testKey,
    ['gemini-a'],
  ],
  [
    'openai-compatible',
    '/v1/models',
    page({ data: [{ id: 'b' }, { id: 'a' }] }),
    'authorization',
    `Bearer ${testKey}`,
    ['a', 'b'],
  ],
  ['ollama', '/api/tags', page({ models: [{ name: 'qwen3:4b' }] }), 'authorization', undefined, ['qwen3:4b']],
];

test.each(lists)('%s names its models at %s', async (provider, path, instead, header, value, models) => {
  const proxy = await startServer();
  if (instead !== undefined) proxy.answerAt(path, instead);
  const { client } = testApp(temporaryFolder(), {});
  const entered = { provider, key: testKey, address: proxy.url };
  const check = await client.agents.checkProvider(entered);
  expect(check).toMatchObject({ ok: true, models: models.map((id) => ({ id })), proxy: null });
  expect(proxy.lists[0]?.headers[header]).toBe(value);
});

test('what is stored is looked at where nothing was entered', async () => {
  const proxy = await startServer();
  const { client } = testApp(temporaryFolder(), {});
  await client.agents.saveProvider({ provider: 'openai', key: testKey, address: proxy.url });
  expect(await client.agents.checkProvider({ provider: 'openai' })).toMatchObject({ ok: true });
  expect(proxy.lists[0]?.headers.authorization).toBe(`Bearer ${testKey}`);
});

const google: SubstituteReply = {
  status: 400,
  body: { error: { code: 400, message: 'API key not valid.', details: [{ reason: 'API_KEY_INVALID' }] } },
};
const wrong: [string, ProviderId, SubstituteReply, RegExp][] = [
  [
    'a wrong key',
    'anthropic',
    { status: 401, body: { error: { type: 'authentication_error' } } },
    /^Claude does not accept the key\. Check the key for Claude\.$/,
  ],
  ['a wrong key', 'google', google, /^Gemini does not accept the key/],
  [
    'no list of models',
    'openai-compatible',
    { status: 404, body: 'nothing here' },
    /^There is no list of models at this address/,
  ],
  [
    'a web page',
    'openai-compatible',
    { status: 200, body: '<html>' },
    /answers with a web page\. Check the address/,
  ],
  ['another shape', 'openai', { status: 200, body: { models: 7 } }, /could not be read/],
  [
    'a redirect',
    'openai',
    { status: 301, body: '', headers: { location: 'http://127.0.0.1:1/' } },
    /^OpenAI redirected the request to another address\. .* Check the address for OpenAI\.$/,
  ],
  ['an overloaded server', 'openai', { status: 503, body: '' }, /^OpenAI is overloaded just now\. Try again/],
  ['a failing server', 'ollama', { status: 500, body: '' }, /^Ollama had a server error/],
];

test.each(wrong)('%s of %s is told in plain words', async (_, provider, instead, problem) => {
  const proxy = await startServer();
  for (const path of ['/v1/models', '/v1beta/models', '/api/tags']) proxy.answerAt(path, instead);
  const { client } = testApp(temporaryFolder(), {});
  const check = await client.agents.checkProvider({ provider, key: testKey, address: proxy.url });
  expect(check.ok ? '' : check.problem).toMatch(problem);
  expect(JSON.stringify(check)).not.toContain(testKey);
});

test.each([
  ['openai', '', '', /^There is no key for OpenAI\. Enter it first\.$/],
  ['openai', 'a key', '', /^The key for OpenAI cannot be used/],
  ['openai', 'key', 'example.org', /^The address set for OpenAI cannot be used\. Enter an address/],
  ['openai-compatible', '', '', /^There is no address for OpenAI-compatible/],
] as const)(
  '%s with the key "%s" and the address "%s" is not even asked',
  async (provider, key, address, problem) => {
    const { client } = testApp(temporaryFolder(), {});
    const check = await client.agents.checkProvider({ provider, key, address });
    expect(check.ok ? '' : check.problem).toMatch(problem);
  },
);

test('a key counts as not tried until it is, and again where something was changed', async () => {
  const proxy = await startServer();
  const { client } = testApp(temporaryFolder(), {});
  const provider = 'anthropic';
  const status = async () =>
    (await listState(client)).agents.providers.find(({ id }) => id === provider)?.status;
  const answer = (instead: SubstituteReply) => proxy.answerAt('/v1/models', instead);
  await client.agents.saveProvider({ provider, key: testKey, address: proxy.url });
  expect(await status()).toEqual({ type: 'untried' });
  answer({ status: 401, body: '' });
  await client.agents.checkProvider({ provider });
  expect(await status()).toEqual({ type: 'refused' });
  await client.agents.saveProvider({ provider, key: 'another' });
  expect(await status()).toEqual({ type: 'untried' });
  answer(page({ data: [{ id: 'a' }] }));
  await client.agents.checkProvider({ provider, key: 'not stored' });
  expect(await status()).toEqual({ type: 'untried' });
  await client.agents.checkProvider({ provider });
  expect(await status()).toEqual({ type: 'works', models: 1 });
  answer({ status: 500, body: '' });
  await client.agents.checkProvider({ provider });
  expect(await status()).toEqual({ type: 'failed' });
  await client.agents.saveProvider({ provider, address: 'http://127.0.0.1:1' });
  await client.agents.checkProvider({ provider });
  expect(await status()).toEqual({ type: 'unreachable' });
});

test('a key that was removed is put back, until another is entered or some minutes have passed', async () => {
  let now = 0;
  const { client } = testApp(temporaryFolder(), { now: () => now });
  const provider = 'openai';
  const key = async () => (await listState(client)).agents.providers.find(({ id }) => id === provider)?.key;
  const remove = () => client.agents.saveProvider({ provider, key: '' });
  await client.agents.saveProvider({ provider, key: testKey });
  await remove();
  expect(await key()).toMatchObject({ source: 'none', isRemoved: true });
  await client.agents.restoreKey({ provider });
  expect(await key()).toMatchObject({ source: 'stored', isRemoved: false });
  await remove();
  await client.agents.saveProvider({ provider, key: 'another' });
  expect(await key()).toMatchObject({ source: 'stored', isRemoved: false });
  await remove();
  now = 600_001;
  expect(await key()).toMatchObject({ source: 'none', isRemoved: false });
  await client.agents.restoreKey({ provider });
  expect(await key()).toMatchObject({ source: 'none' });
});

test('a key that a chat shows to be refused counts as refused', async () => {
  const proxy = await startServer();
  proxy.answerAt('/v1/messages', { status: 401, body: { error: { type: 'authentication_error' } } });
  const { client } = testApp(temporaryFolder(), {
    env: { PARLEY_AGENT: 'anthropic/claude-test', ANTHROPIC_API_KEY: testKey, ANTHROPIC_BASE_URL: proxy.url },
  });
  const { id: workspaceId } = await client.workspace.create({ folder: temporaryFolder() });
  await client.workspace.sendMessage({ workspaceId, key: 'first', text: 'Go' });
  await untilWorkspace(client, workspaceId, ({ turn }) => turn.status === 'failed');
  const { providers } = (await listState(client)).agents;
  expect(providers[0]).toMatchObject({ id: 'anthropic', status: { type: 'refused' } });
});
