import type { LanguageModelV4Middleware, LanguageModelV4StreamPart } from '@ai-sdk/provider';
import { z } from 'zod';
import { charactersPerToken, textLength } from '../images/request-size.ts';
import { providerNames } from '../../../../shared/providers/provider-names.ts';
import { ollamaUrl } from './base-url.ts';
import { unsaid } from './model-list.ts';
import type { Access, ModelDescription, Provider } from './provider.ts';
import { thoughtTags } from './thought-tags.ts';

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
  async languageModel({ baseUrl, parameters }, model, window) {
    const [{ createOllama }, { wrapLanguageModel }, { providerFetch }, { chatLines }] = await Promise.all([
      import('ai-sdk-ollama'),
      import('ai'),
      import('./provider-fetch.ts'),
      import('./chat-lines.ts'),
    ]);
    const fetch = providerFetch(chatLines, { parameters });
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
    read: (body) => listSchema.parse(body).models.map(({ name }) => ({ ...unsaid, id: name })),
  }),
  describe,
};

/** What Ollama reads at most where nothing is said. */
const usualWindow = 4_096;

const shownSchema = z.object({
  parameters: z.string().optional(),
  model_info: z.record(z.string(), z.unknown()).optional(),
  capabilities: z.array(z.string()).nullable().catch(null),
});

const longestWait = 5_000;

async function describe(
  { baseUrl, parameters: along }: Access,
  model: string,
): Promise<ModelDescription | undefined> {
  try {
    const { providerFetch } = await import('./provider-fetch.ts');
    const response = await providerFetch('list', { parameters: along })(`${baseUrl}/api/show`, {
      method: 'POST',
      body: JSON.stringify({ model }),
      headers: { 'content-type': 'application/json' },
      signal: AbortSignal.timeout(longestWait),
    });
    return described(shownSchema.parse(await response.json()));
  } catch {
    return undefined;
  }
}

function described({
  parameters = '',
  model_info = {},
  capabilities,
}: z.infer<typeof shownSchema>): ModelDescription {
  const [, own] = /^num_ctx\s+(\d+)/m.exec(parameters) ?? [];
  const [length] = Object.entries(model_info)
    .filter(([field]) => field.endsWith('.context_length'))
    .map(([, value]) => value);
  const can = (what: string) => capabilities?.includes(what) ?? null;
  return {
    ...unsaid,
    contextWindow: typeof length === 'number' && length > 0 ? length : null,
    ownWindow: own === undefined ? null : Number(own),
    images: can('vision'),
    tools: can('tools'),
    thinks: can('thinking'),
  };
}

/** Marks the end of an answer whose request was more than the window, and was read up to that. */
function noticesCut(window: number): LanguageModelV4Middleware {
  return {
    specificationVersion: 'v4',
    async wrapStream({ doStream, params }) {
      const { stream, ...rest } = await doStream();
      const sent = Math.round(textLength(params.prompt) / charactersPerToken);
      const marks = new TransformStream<LanguageModelV4StreamPart, LanguageModelV4StreamPart>({
        transform(part, controller) {
          const read = part.type === 'finish' ? (part.usage.inputTokens.total ?? 0) : 0;
          // A request that was read before counts little with older versions.
          const isCut = read >= window / 2 && read <= window && sent > window * 1.25;
          controller.enqueue(
            part.type === 'finish' && isCut
              ? { ...part, providerMetadata: { ...part.providerMetadata, parley: { cut: { read, sent } } } }
              : part,
          );
        },
      });
      return { ...rest, stream: stream.pipeThrough(marks) };
    },
  };
}

const cutSchema = z.object({ parley: z.object({ cut: z.object({ read: z.number(), sent: z.number() }) }) });

/** Returns what was read of a request, and about how much was sent, in tokens; undefined where all was read. */
export function cutOfRequest(metadata: unknown): { read: number; sent: number } | undefined {
  return cutSchema.safeParse(metadata).data?.parley.cut;
}

/** Ends a request with the signal of its call, which the library drops. */
function abortable(fetch: typeof globalThis.fetch, signal: AbortSignal | undefined): typeof globalThis.fetch {
  if (signal === undefined) return fetch;
  return (input, init) => {
    const signals = init?.signal ? [init.signal, signal] : [signal];
    return fetch(input, { ...init, signal: AbortSignal.any(signals) });
  };
}
