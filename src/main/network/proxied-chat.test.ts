import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { startAnthropicServer } from '../../../test/main/agents/model/anthropic-server.ts';
import { startForwardProxy } from '../../../test/main/network/forward-proxy.ts';
import { startRawProvider } from '../../../test/main/agents/model/raw-provider.ts';
import { startSdkServer } from '../../../test/main/mcp-servers/sdk-server.ts';
import { temporaryFolder } from '../../../test/main/temporary-folder.ts';
import { listState, testApp, untilWorkspace } from '../../../test/main/test-app.ts';
import { openNetwork } from './network.ts';

/** Sends a message to a model and has a server started, both at names that only the proxy knows. */
async function chatBy(proxyUrl: string) {
  const network = openNetwork({
    env: { HTTP_PROXY: proxyUrl },
    loginEnvironment: async () => ({}),
    report: () => {},
  });
  onTestFinished(() => network.close());
  const provider = await startAnthropicServer();
  onTestFinished(() => provider.close());
  const server = await startSdkServer({ tools: [{ name: 'look', inputSchema: { type: 'object' } }] });
  const far = (url: string) => url.replace('127.0.0.1', 'far.example');
  const dataDir = temporaryFolder();
  const mcpServers = { tickets: { url: far(server.url) } };
  writeFileSync(join(dataDir, 'mcp.json'), JSON.stringify({ mcpServers }));
  const env = {
    PARLEY_AGENT: 'anthropic/claude-test',
    ANTHROPIC_API_KEY: 'key',
    ANTHROPIC_BASE_URL: far(provider.url),
    HTTP_PROXY: proxyUrl,
  };
  const { client } = testApp(dataDir, { env });
  const { id: workspaceId } = await client.workspace.create({ folder: temporaryFolder() });
  await client.workspace.setMode({ workspaceId, mode: 'exec' });
  await client.workspace.sendMessage({ workspaceId, key: 'a', text: 'Hello' });
  const { turn } = await untilWorkspace(
    client,
    workspaceId,
    (now) => now.turn.status === 'idle' || now.turn.status === 'failed',
  );
  const { servers, environment } = await listState(client);
  return { turn, state: servers.servers[0]?.state, environment, requests: provider.requests };
}

test('a model and a server are reached by the proxy, which the settings of the app show', async () => {
  const proxy = await startForwardProxy();
  const { turn, state, environment, requests } = await chatBy(proxy.url.replace('://', '://me:secret@'));
  expect(turn).toEqual({ status: 'idle' });
  expect(requests.length).toBeGreaterThan(0);
  expect(state).toMatchObject({ type: 'ready', transport: 'http' });
  expect(proxy.seen.some((line) => /^POST http:\/\/far\.example:\d+\/v1\/messages$/.test(line))).toBe(true);
  expect(proxy.seen.some((line) => /^POST http:\/\/far\.example:\d+\/mcp$/.test(line))).toBe(true);
  expect(environment.proxy).toBe(proxy.host);
});

test('a provider that is tried by a proxy has it named', async () => {
  const proxy = await startForwardProxy();
  const network = openNetwork({
    env: { HTTP_PROXY: proxy.url },
    loginEnvironment: async () => ({}),
    report: () => {},
  });
  onTestFinished(() => network.close());
  const list = { headers: { 'content-type': 'application/json' }, body: '{"data":[{"id":"a"}]}' };
  const { url } = await startRawProvider([], { '/v1/models': list });
  const { client } = testApp(temporaryFolder(), { env: { HTTP_PROXY: proxy.url } });
  const tried = (address: string) => client.agents.checkProvider({ provider: 'openai', key: 'key', address });
  expect(await tried(url.replace('127.0.0.1', 'far.example'))).toMatchObject({ ok: true, proxy: proxy.host });
  expect(await tried(url)).toMatchObject({ ok: true, proxy: null });
});

test('a proxy that is not there is named in the chat and at the server', async () => {
  const { turn, state } = await chatBy('http://127.0.0.1:9');
  expect(turn).toMatchObject({
    status: 'failed',
    problem: {
      what: 'The proxy 127.0.0.1:9 could not be reached.',
      todo: 'Check HTTPS_PROXY, HTTP_PROXY and NO_PROXY, and start Parley again when you have changed one.',
    },
  });
  expect(state).toMatchObject({ type: 'failed', problem: 'The proxy 127.0.0.1:9 could not be reached.' });
});
