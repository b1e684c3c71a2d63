/**
 * Gateways that want more than a key, such as Azure (`api-version` in the query, `api-key` as a header), Portkey and
 * Cloudflare's AI Gateway (headers of their own): every request carries what the person entered.
 */
import { describe, expect, it, test } from 'vitest';
import { type ProviderId, providerIdSchema } from '../../../../shared/providers/provider.ts';
import { providerEvents } from '../../../../../test/main/agents/model/provider-events.ts';
import {
  type RawReply,
  type RawRequest,
  startRawProvider,
} from '../../../../../test/main/agents/model/raw-provider.ts';
import { providerSettingsFrom } from '../../../../../test/main/agents/model/provider-settings-from.ts';
import { testKey, wires } from '../../../../../test/main/agents/model/providers-on-the-wire.ts';
import { temporaryFolder } from '../../../../../test/main/temporary-folder.ts';
import {
  agentText,
  listState,
  testApp,
  untilWorkspace,
  watchChat,
} from '../../../../../test/main/test-app.ts';

const secret = 'gateway-secret';

/** A stream that breaks off after a word; what was sent for it counts here, not its end. */
const word = (id: ProviderId): RawReply => {
  const { contentType, beginText, text } = providerEvents[id];
  return { headers: { 'content-type': contentType }, body: beginText + text('By the gateway.') };
};

const page = (body: object): RawReply => ({
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});

const pages = {
  '/v1/models': page({ data: [{ id: 'm' }] }),
  '/v1beta/models': page({ models: [{ name: 'models/m' }] }),
  '/api/tags': page({ models: [{ name: 'm' }] }),
  '/api/show': page({ model_info: { 'qwen3.context_length': 8_192 } }),
};

/** A chat of a provider behind such a gateway, which was asked for a list and an answer. */
async function behindGateway(id: ProviderId) {
  const { url, requests, asked } = await startRawProvider([word(id)], pages);
  const env = { PARLEY_AGENT: wires[id].agent, ...wires[id].env(url) };
  const { client } = testApp(temporaryFolder(), { env });
  const set = (place: 'header' | 'query', name: string, text: string, isSecret: boolean) =>
    client.agents.saveParameter({
      provider: id,
      name: { in: place, name },
      value: { text, secret: isSecret },
    });
  await set('header', 'X-Gateway-Key', secret, true);
  await set('header', 'X-Title', 'Parley', false);
  await set('query', 'api-version', '2026-01-01&x', false);
  const check = await client.agents.checkProvider({ provider: id });
  const { id: workspaceId } = await client.workspace.create({ folder: temporaryFolder() });
  await client.workspace.sendMessage({ workspaceId, key: 'first', text: 'Go' });
  await untilWorkspace(client, workspaceId, ({ turn }) => turn.status !== 'working' && requests.length > 0);
  return { client, check, requests, asked, workspaceId };
}

const carries = ({ path, headers }: RawRequest) => {
  expect(new URL(path, 'http://x').searchParams.get('api-version')).toBe('2026-01-01&x');
  expect(headers).toMatchObject({ 'x-gateway-key': secret, 'x-title': 'Parley' });
};

describe.each(providerIdSchema.options)('%s', (id) => {
  it('carries them with a stream, a list and a description', async () => {
    const { client, check, requests, asked, workspaceId } = await behindGateway(id);
    expect(check).toMatchObject({ ok: true, models: [{ id: 'm' }] });
    for (const request of [...requests, ...asked]) carries(request);
    expect(requests[0]?.path).toMatch(new RegExp(wires[id].path.source.replace('$', '')));
    expect(asked.some(({ path }) => path.startsWith('/api/show'))).toBe(id === 'ollama');
    const chat = await watchChat(client, workspaceId);
    expect(agentText(await chat.until(({ messages }) => messages.length > 1))).toContain('By the gateway.');
  });
});

test('a secret one is shown by its name alone, and none when it is removed', async () => {
  const { client } = testApp(temporaryFolder(), {});
  const provider = 'openai';
  const header = { in: 'header', name: 'X-Key' } as const;
  await client.agents.saveParameter({ provider, name: header, value: { text: secret, secret: true } });
  const shown = async () =>
    (await listState(client)).agents.providers.find(({ id }) => id === provider)?.parameters;
  expect(await shown()).toEqual([{ ...header, value: null }]);
  expect(JSON.stringify(await listState(client))).not.toContain(secret);
  // Headers have no case.
  const again = { ...header, name: 'x-key' };
  await client.agents.saveParameter({ provider, name: again, value: { text: 'open', secret: false } });
  expect(await shown()).toEqual([{ ...again, value: 'open' }]);
  await client.agents.saveParameter({ provider, name: header, value: null });
  expect(await shown()).toEqual([]);
});

test.each([
  ['header', '', 'x', /name/],
  ['header', 'X Team', 'x', /without a colon/],
  ['header', 'X-Team:', 'x', /without a colon/],
  ['header', 'Content-Length', '3', /set by Parley/],
  ['header', 'host', 'x', /set by Parley/],
  ['header', 'X-Team', 'one\r\nX-Other: two', /line break/],
  ['header', 'X-Team', 'schlüssel', /line break or signs/],
  ['query', '', 'x', /name/],
] as const)('the %s “%s” with “%s” is refused', async (place, name, text, words) => {
  const { client } = testApp(temporaryFolder(), {});
  const value = { text, secret: false };
  await expect(
    client.agents.saveParameter({ provider: 'openai', name: { in: place, name }, value }),
  ).rejects.toThrow(words);
});

test('the query of an address that is entered becomes one of them, secret where it sounds so', async () => {
  const settings = providerSettingsFrom({});
  const address = 'https://gate.example.org/openai?api-version=2026-01-01&subscription-key=abc';
  await settings.saveProvider('openai-compatible', { address });
  expect(settings.setup('openai-compatible')).toMatchObject({
    address: 'https://gate.example.org/openai',
    parameters: [
      { in: 'query', name: 'api-version', value: '2026-01-01', secret: false },
      { in: 'query', name: 'subscription-key', value: 'abc', secret: true },
    ],
  });
});

test('what a gateway says back is shown without the secrets that it repeats', async () => {
  const body = `{"error":"key ${testKey} and ${secret} are unknown, ${encodeURIComponent('a b/c')}"}`;
  const { url } = await startRawProvider([], { '/v1/models': { status: 401, body } });
  const { client } = testApp(temporaryFolder(), {});
  const provider = 'openai';
  await client.agents.saveProvider({ provider, key: testKey, address: url });
  for (const [name, text] of [
    ['X-Key', secret],
    ['X-Other', 'a b/c'],
  ] as const)
    await client.agents.saveParameter({
      provider,
      name: { in: 'header', name },
      value: { text, secret: true },
    });
  expect(await client.agents.checkProvider({ provider })).toMatchObject({
    ok: false,
    why: 'refused',
    details: '401 {"error":"key … and … are unknown, …"}',
  });
});
