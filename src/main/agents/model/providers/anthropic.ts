import { providerNames } from '../../../../shared/providers/provider-names.ts';
import { unsetIfBlank, versionedUrl } from './base-url.ts';
import type { Provider } from './provider.ts';

/** Claude, over Anthropic's Messages API. */
export const anthropic: Provider = {
  id: 'anthropic',
  name: providerNames.anthropic,
  needsKey: 'yes',
  keyVariable: 'ANTHROPIC_API_KEY',
  addressVariable: 'ANTHROPIC_BASE_URL',
  usualAddress: 'https://api.anthropic.com',
  baseUrl: (address) => versionedUrl(address, 'v1'),
  async languageModel({ apiKey, baseUrl, parameters }, model) {
    unsetIfBlank('ANTHROPIC_BASE_URL');
    const [{ createAnthropic }, { wrapLanguageModel }, { providerFetch }, { messages }, { forClaude }] =
      await Promise.all([
        import('@ai-sdk/anthropic'),
        import('ai'),
        import('./provider-fetch.ts'),
        import('./message-events.ts'),
        import('./message-request.ts'),
      ]);
    return wrapLanguageModel({
      model: createAnthropic({ apiKey, baseURL: baseUrl, fetch: providerFetch(messages, { parameters }) })(
        model,
      ),
      middleware: {
        specificationVersion: 'v4',
        transformParams: async ({ params }) => forClaude(params, model),
      },
    });
  },
  models: ({ apiKey, baseUrl }) => ({
    url: `${baseUrl}/models?limit=1000`,
    headers: { 'x-api-key': apiKey, 'anthropic-version': '2023-06-01' },
    read: async (body) => (await import('./model-list.ts')).listOf(body),
  }),
};
