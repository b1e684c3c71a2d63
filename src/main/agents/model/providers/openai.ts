import type { LanguageModelV4CallOptions } from '@ai-sdk/provider';
import { providerNames } from '../../../../shared/providers/provider-names.ts';
import { unsetIfBlank, versionedUrl } from './base-url.ts';
import type { Provider } from './provider.ts';

/** Models that can't chat with text and tools. */
const others =
  /embedding|whisper|tts|dall-e|image|audio|realtime|moderation|transcribe|search|sora|babbage|davinci|instruct/;

/** OpenAI's models, over its Responses API. */
export const openai: Provider = {
  id: 'openai',
  name: providerNames.openai,
  needsKey: 'yes',
  keyVariable: 'OPENAI_API_KEY',
  addressVariable: 'OPENAI_BASE_URL',
  usualAddress: 'https://api.openai.com',
  baseUrl: (address) => versionedUrl(address, 'v1'),
  async languageModel({ apiKey, baseUrl, parameters }, model) {
    unsetIfBlank('OPENAI_BASE_URL');
    const [
      { createOpenAI },
      { wrapLanguageModel },
      { providerFetch },
      { responses },
      { responseIds, withCallIds },
    ] = await Promise.all([
      import('@ai-sdk/openai'),
      import('ai'),
      import('./provider-fetch.ts'),
      import('./response-events.ts'),
      import('./call-ids.ts'),
    ]);
    return wrapLanguageModel({
      model: createOpenAI({ apiKey, baseURL: baseUrl, fetch: providerFetch(responses, { parameters }) })(
        model,
      ),
      middleware: {
        specificationVersion: 'v4',
        transformParams: async ({ params }) =>
          withOptions({ ...params, prompt: withCallIds(params.prompt, responseIds) }),
      },
    });
  },
  models: ({ apiKey, baseUrl }) => ({
    url: `${baseUrl}/models`,
    headers: { authorization: `Bearer ${apiKey}` },
    read: async (body) => (await import('./model-list.ts')).listOf(body).filter(({ id }) => !others.test(id)),
  }),
};

/**
 * The chat is not stored at the provider: a request carries all it refers to. Thoughts are summarised only where
 * the model is to think.
 */
function withOptions(params: LanguageModelV4CallOptions): LanguageModelV4CallOptions {
  const { reasoning = 'provider-default', providerOptions } = params;
  const summary =
    reasoning === 'provider-default' ? {} : { reasoningSummary: reasoning === 'none' ? null : 'auto' };
  return { ...params, providerOptions: { ...providerOptions, openai: { store: false, ...summary } } };
}
