import { z } from 'zod';
import { providerNames } from '../../../../shared/providers/provider-names.ts';
import { ollamaUrl } from './base-url.ts';
import type { Provider } from './provider.ts';
import { thoughtTags } from './thought-tags.ts';

/** Models on the person's own machine, or another one, over Ollama's native API. */
export const ollama: Provider = {
  id: 'ollama',
  name: providerNames.ollama,
  needsKey: 'no',
  keyVariable: null,
  addressVariable: 'OLLAMA_HOST',
  usualAddress: 'http://127.0.0.1:11434',
  baseUrl: ollamaUrl,
  async languageModel({ baseUrl, parameters }, model, window) {
    const [
      { createOllama },
      { wrapLanguageModel },
      { providerFetch },
      { chatLines },
      { abortable, noticesCut, withPlainRefusals },
    ] = await Promise.all([
      import('ai-sdk-ollama'),
      import('ai'),
      import('./provider-fetch.ts'),
      import('./chat-lines.ts'),
      import('./ollama-request.ts'),
    ]);
    const fetch = withPlainRefusals(providerFetch(chatLines, { parameters }));
    const asking = (signal?: AbortSignal, think?: boolean) =>
      createOllama({ baseURL: baseUrl, fetch: abortable(fetch, signal) })(model, {
        // Without one Ollama cuts a request at its usual window, unsaid.
        ...(window !== null && { options: { num_ctx: window } }),
        ...(think !== undefined && { think }),
      });
    return wrapLanguageModel({
      model: asking(),
      middleware: [
        thoughtTags,
        noticesCut(window ?? usualWindow),
        {
          specificationVersion: 'v4',
          wrapStream({ params: { reasoning = 'provider-default', ...params } }) {
            const { abortSignal } = params;
            if (reasoning === 'provider-default') return asking(abortSignal).doStream(params);
            // Ollama refuses a level for all others, which think or do not.
            if (model.includes('gpt-oss')) return asking(abortSignal).doStream({ ...params, reasoning });
            return asking(abortSignal, reasoning !== 'none').doStream(params);
          },
        },
      ],
    });
  },
  models: ({ baseUrl }) => ({
    url: `${baseUrl}/api/tags`,
    headers: {},
    read: async (body) => (await import('./model-list.ts')).ollamaListOf(body),
  }),
  describe: async (access, model) => (await import('./ollama-description.ts')).describe(access, model),
};

/** What Ollama reads at most where nothing is said. */
const usualWindow = 4_096;

const cutSchema = z.object({ parley: z.object({ cut: z.object({ read: z.number(), sent: z.number() }) }) });

/** Returns what was read of a request, and about how much was sent, in tokens; undefined where all was read. */
export function cutOfRequest(metadata: unknown): { read: number; sent: number } | undefined {
  return cutSchema.safeParse(metadata).data?.parley.cut;
}
