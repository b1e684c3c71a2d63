import { type CodeSpans, noSpans } from './code-spans.ts';
import { createTokenizer, findSpans } from './find-spans.ts';
import type { LanguageId } from './languages.ts';

/** Requests and replies are matched by `number`. */
export type HighlightRequest = { number: number; code: string; language: LanguageId };
export type HighlightReply = { number: number; spans: CodeSpans };

const tokenizer = createTokenizer();

/** Code whose grammar fails stays in one colour. */
async function reply({ number, code, language }: HighlightRequest): Promise<void> {
  const spans = await findSpans(await tokenizer, code, language).catch(() => noSpans);
  postMessage({ number, spans } satisfies HighlightReply);
}

addEventListener('message', ({ data }: MessageEvent<HighlightRequest>) => void reply(data));
