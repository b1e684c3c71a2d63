import { z } from 'zod';
import { providerNames } from '../../../../shared/providers/provider-names.ts';
import { ollamaUrl } from './base-url.ts';
import { isImageModel } from './model-list.ts';
import type { Provider } from './provider.ts';
import { providerFetch } from './provider-fetch.ts';

const listSchema = z.object({ models: z.array(z.object({ name: z.string() })) });

/** Models on the person's own machine, or another one, over Ollama's native interface. */
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
    const asking = (signal?: AbortSignal) =>
      createOllama({ baseURL: baseUrl, fetch: abortable(providerFetch('lines'), signal) })(model);
    return wrapLanguageModel({
      model: asking(),
      middleware: {
        specificationVersion: 'v4',
        wrapStream: ({ params }) => asking(params.abortSignal).doStream(params),
      },
    });
  },
  seesImages: isImageModel,
  // A server of one's own decides by its settings how much it reads.
  contextWindow: () => null,
  models: ({ baseUrl }) => ({
    url: `${baseUrl}/api/tags`,
    headers: {},
    read: (body) => listSchema.parse(body).models.map(({ name }) => name),
  }),
};

/** Ends a request with the signal of its call, which the library under this one drops. */
function abortable(fetch: typeof globalThis.fetch, signal: AbortSignal | undefined): typeof globalThis.fetch {
  if (signal === undefined) return fetch;
  return (input, init) => {
    const signals = init?.signal ? [init.signal, signal] : [signal];
    return fetch(input, { ...init, signal: AbortSignal.any(signals) });
  };
}
