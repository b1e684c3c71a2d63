import { z } from 'zod';
import { providerNames } from '../../../../shared/providers/provider-names.ts';
import { ollamaUrl } from './base-url.ts';
import { isImageModel } from './model-list.ts';
import type { Provider } from './provider.ts';
import { providerFetch } from './provider-fetch.ts';

const listSchema = z.object({ models: z.array(z.object({ name: z.string() })) });

/** Models on the person's own machine, or another one, over Ollama's native API. */
export const ollama: Provider = {
  id: 'ollama',
  name: providerNames.ollama,
  needsKey: 'no',
  keyVariable: null,
  addressVariable: 'OLLAMA_HOST',
  usualAddress: 'http://127.0.0.1:11434',
  baseUrl: ollamaUrl,
  async languageModel({ baseUrl }, model) {
    const [{ createOllama }, { wrapLanguageModel }] = await Promise.all([
      import('ai-sdk-ollama'),
      import('ai'),
    ]);
    const asking = (signal?: AbortSignal, think?: boolean) =>
      createOllama({ baseURL: baseUrl, fetch: abortable(providerFetch('lines'), signal) })(
        model,
        think === undefined ? {} : { think },
      );
    return wrapLanguageModel({
      model: asking(),
      middleware: {
        specificationVersion: 'v4',
        wrapStream({ params: { reasoning = 'provider-default', ...params } }) {
          const { abortSignal } = params;
          if (reasoning === 'provider-default') return asking(abortSignal).doStream(params);
          // Only gpt-oss takes a level; for others Ollama refuses it.
          if (model.includes('gpt-oss')) return asking(abortSignal).doStream({ ...params, reasoning });
          return asking(abortSignal, reasoning !== 'none').doStream(params);
        },
      },
    });
  },
  seesImages: isImageModel,
  models: ({ baseUrl }) => ({
    url: `${baseUrl}/api/tags`,
    headers: {},
    read: (body) => listSchema.parse(body).models.map(({ name }) => name),
  }),
};

/** Ends a request with the signal of its call, which the library drops. */
function abortable(fetch: typeof globalThis.fetch, signal: AbortSignal | undefined): typeof globalThis.fetch {
  if (signal === undefined) return fetch;
  return (input, init) => {
    const signals = init?.signal ? [init.signal, signal] : [signal];
    return fetch(input, { ...init, signal: AbortSignal.any(signals) });
  };
}
