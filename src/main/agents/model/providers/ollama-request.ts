import type { LanguageModelV4Middleware, LanguageModelV4StreamPart } from '@ai-sdk/provider';
import { charactersPerToken, textLength } from '../request-size.ts';
import { refusalWords } from './readable-answer.ts';

/** Marks the end of an answer whose request was more than the window, and was read up to that. */
export function noticesCut(window: number): LanguageModelV4Middleware {
  return {
    specificationVersion: 'v4',
    async wrapStream({ doStream, params }) {
      const { stream, ...rest } = await doStream();
      const sent = Math.round(textLength(params.prompt) / charactersPerToken);
      const marks = new TransformStream<LanguageModelV4StreamPart, LanguageModelV4StreamPart>({
        transform(part, controller) {
          const read = part.type === 'finish' ? (part.usage.inputTokens.total ?? 0) : 0;
          // Older versions leave out of the count what they had read for an earlier request.
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

/** Ends a request with the signal of its call, which the library drops. */
export function abortable(
  fetch: typeof globalThis.fetch,
  signal: AbortSignal | undefined,
): typeof globalThis.fetch {
  if (signal === undefined) return fetch;
  return (input, init) => {
    const signals = init?.signal ? [init.signal, signal] : [signal];
    return fetch(input, { ...init, signal: AbortSignal.any(signals) });
  };
}

/** Gives every refusal Ollama's own form: the library knows no other, and prints to the console about some. */
export function withPlainRefusals(fetch: typeof globalThis.fetch): typeof globalThis.fetch {
  return async (input, init) => {
    const response = await fetch(input, init);
    if (response.ok) return response;
    const body = await response.text().catch(() => '');
    const { status, statusText } = response;
    return Response.json({ error: refusalWords(body) ?? body }, { status, statusText });
  };
}
