import type { LanguageModelV4CallOptions } from '@ai-sdk/provider';
import { providerNames } from '../../../../shared/providers/provider-names.ts';
import { versionedUrl } from './base-url.ts';
import type { Provider } from './provider.ts';

/** Gemini, over Google's Generative Language API. */
export const google: Provider = {
  id: 'google',
  name: providerNames.google,
  needsKey: 'yes',
  keyVariable: 'GOOGLE_GENERATIVE_AI_API_KEY',
  addressVariable: 'GOOGLE_GENERATIVE_AI_BASE_URL',
  usualAddress: 'https://generativelanguage.googleapis.com',
  baseUrl: (address) => versionedUrl(address, 'v1beta'),
  async languageModel({ apiKey, baseUrl, parameters }, model) {
    const [{ createGoogle }, { wrapLanguageModel }, { providerFetch }, { candidates }] = await Promise.all([
      import('@ai-sdk/google'),
      import('ai'),
      import('./provider-fetch.ts'),
      import('./candidate-events.ts'),
    ]);
    return wrapLanguageModel({
      model: createGoogle({ apiKey, baseURL: baseUrl, fetch: providerFetch(candidates, { parameters }) })(
        model,
      ),
      middleware: {
        specificationVersion: 'v4',
        transformParams: async ({ params }) => withThoughts(params),
      },
    });
  },
  models: ({ apiKey, baseUrl }) => ({
    url: `${baseUrl}/models?pageSize=1000`,
    headers: { 'x-goog-api-key': apiKey },
    read: async (body) => (await import('./model-list.ts')).googleListOf(body),
  }),
};

/** Asks Gemini to think and to show its thoughts. */
function withThoughts(params: LanguageModelV4CallOptions): LanguageModelV4CallOptions {
  if (['none', 'provider-default'].includes(params.reasoning ?? 'none')) return params;
  const google = { thinkingConfig: { includeThoughts: true } };
  return { ...params, providerOptions: { ...params.providerOptions, google } };
}
