import type { AnthropicServer } from '../../test/main/agents/model/anthropic-server.ts';
import type { ProviderProxy } from '../../test/main/agents/model/provider-proxy.ts';
import { test as base } from './provider.ts';
import { quietEnv } from './parley.ts';

/** A Parley without a provider, and a local server behind a proxy that speaks Anthropic's protocol. */
export const test = base.extend<{ claude: AnthropicServer; wire: ProviderProxy }>({
  env: quietEnv,
  claude: async ({ provider }, use) => use(provider),
  wire: async ({ sharedWire }, use) => {
    const proxy = await sharedWire();
    const models = { data: [{ id: 'claude-large-test' }, { id: 'claude-small-test' }] };
    proxy.answerAt('/v1/models', { status: 200, body: models });
    await use(proxy);
    proxy.reset();
  },
});
