import { createContext } from 'react';
import { type CodeSpans, noSpans } from './code-spans.ts';
import type { HighlightReply, HighlightRequest } from './highlight-worker.ts';
import type { LanguageId } from './languages.ts';

/** Highlights code without blocking the page. */
export type Highlighter = {
  /** Resolves to nothing where that fails. Results are cached unless `keep` is false. */
  spansOf(code: string, language: LanguageId, keep?: boolean): Promise<CodeSpans>;
};

/** Null where code is not coloured at all. */
export const HighlighterContext = createContext<Highlighter | null>(null);

/** In characters; longer code stays in one colour. */
const longestCode = 400_000;

/** Time limit for one piece of code, in milliseconds: some patterns never end on some text. */
const patience = 20_000;

/** How many results are cached for rows that come into view again. */
const keptResults = 60;

/** `startWorker` is called for the first code that is highlighted. */
function createHighlighter(startWorker: () => Worker): Highlighter {
  const waiting = new Map<number, (spans: CodeSpans) => void>();
  const results = new Map<string, Promise<CodeSpans>>();
  let worker: Worker | null = null;
  let count = 0;

  function start(): Worker {
    const started = startWorker();
    started.addEventListener('message', ({ data }: MessageEvent<HighlightReply>) => {
      waiting.get(data.number)?.(data.spans);
      waiting.delete(data.number);
    });
    started.addEventListener('error', giveUp);
    return started;
  }

  /** Drops the worker: waiting code stays in one colour, the next code gets a new worker. */
  function giveUp(): void {
    worker?.terminate();
    worker = null;
    for (const resolve of waiting.values()) resolve(noSpans);
    waiting.clear();
  }

  function ask(code: string, language: LanguageId): Promise<CodeSpans> {
    worker ??= start();
    count += 1;
    const { promise, resolve } = Promise.withResolvers<CodeSpans>();
    const timer = setTimeout(giveUp, patience);
    waiting.set(count, (spans) => {
      clearTimeout(timer);
      resolve(spans);
    });
    const request: HighlightRequest = { number: count, code, language };
    worker.postMessage(request, { transfer: [] });
    return promise;
  }

  return {
    spansOf(code, language, keep = true) {
      if (code.length > longestCode) return Promise.resolve(noSpans);
      if (!keep) return ask(code, language);
      const key = `${language} ${code}`;
      const result = results.get(key) ?? ask(code, language);
      results.delete(key);
      results.set(key, result);
      const [oldest] = results.keys();
      if (results.size > keptResults && oldest !== undefined) results.delete(oldest);
      return result;
    },
  };
}

export function pageHighlighter(): Highlighter {
  return createHighlighter(
    () => new Worker(new URL('./highlight-worker.ts', import.meta.url), { type: 'module' }),
  );
}
