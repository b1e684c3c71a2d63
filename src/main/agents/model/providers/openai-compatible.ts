import { providerNames } from '../../../../shared/providers/provider-names.ts';
import { versionedUrl } from './base-url.ts';
import type { Provider } from './provider.ts';
import { thoughtTags } from './thought-tags.ts';

/** The names of Mistral's models, whoever serves them. */
const mistrals = /mi[sx]tral|magistral|devstral|codestral|ministral|pixtral|voxtral/i;

/** Any server that speaks OpenAI's Chat Completions, such as LM Studio, vLLM, llama.cpp or a gateway. */
export const openaiCompatible: Provider = {
  id: 'openai-compatible',
  name: providerNames['openai-compatible'],
  needsKey: 'optional',
  keyVariable: 'OPENAI_COMPATIBLE_API_KEY',
  addressVariable: 'OPENAI_COMPATIBLE_BASE_URL',
  usualAddress: '',
  baseUrl: (address) => versionedUrl(address, 'v1'),
  async languageModel({ apiKey, baseUrl, parameters }, model) {
    const [
      library,
      { wrapLanguageModel },
      { providerFetch },
      { completions },
      { mistralIds, shortIds, withCallIds },
    ] = await Promise.all([
      import('@ai-sdk/openai-compatible'),
      import('ai'),
      import('./provider-fetch.ts'),
      import('./completion-events.ts'),
      import('./call-ids.ts'),
    ]);
    const callIds = mistrals.test(model) ? mistralIds : shortIds;
    const key = apiKey === '' ? {} : { apiKey };
    const fetch = providerFetch(completions, { parameters });
    const settings = { name: 'openai-compatible', baseURL: baseUrl, includeUsage: true, fetch, ...key };
    return wrapLanguageModel({
      model: library.createOpenAICompatible(settings)(model),
      middleware: [
        thoughtTags,
        {
          specificationVersion: 'v4',
          transformParams: async ({ params: { reasoning, ...params } }) => ({
            ...params,
            // Not sent: most servers don't know the option.
            ...(reasoning !== undefined && {
              reasoning: reasoning === 'none' ? 'provider-default' : reasoning,
            }),
            prompt: withCallIds(params.prompt, callIds),
          }),
        },
      ],
    });
  },
  models: ({ apiKey, baseUrl }) => ({
    url: `${baseUrl}/models`,
    headers: bearer(apiKey),
    read: async (body) =>
      (await import('./model-list.ts')).listOf(body).toSorted((a, b) => a.id.localeCompare(b.id)),
    // LM Studio's own list has the windows; others don't know the address.
    more: {
      url: new URL('/api/v0/models', baseUrl).href,
      read: async (body) => (await import('./model-list.ts')).listOf(body),
    },
  }),
};

function bearer(apiKey: string): Record<string, string> {
  return apiKey === '' ? {} : { authorization: `Bearer ${apiKey}` };
}
