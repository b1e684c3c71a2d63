import { type AnthropicServer, startAnthropicServer } from '../../src/main/testing/anthropic-server.ts';
import { type ProviderProxy, startProviderProxy } from '../../src/main/testing/provider-proxy.ts';
import { test as base } from './parley.ts';

/** A Parley without a provider, and a local server that speaks Anthropic's protocol behind a proxy. */
export const test = base.extend<{ claude: AnthropicServer; wire: ProviderProxy }>({
  claude: async ({ hostName: _ }, use) => {
    const server = await startAnthropicServer();
    await use(server);
    await server.close();
  },
  wire: async ({ claude }, use) => {
    const proxy = await startProviderProxy(claude.url);
    const models = { data: [{ id: 'claude-large-test' }, { id: 'claude-small-test' }] };
    proxy.answerAt('/v1/models', { status: 200, body: models });
    await use(proxy);
    await proxy.close();
  },
});
