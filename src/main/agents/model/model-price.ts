import type { LanguageModelUsage } from 'ai';

/**
 * Dollars for a million tokens that are read, written, read from a cache and written to one. Where a request of more
 * than `dearerFrom` tokens costs more, reading costs twice as much and writing half as much again.
 */
export type Price = {
  input: number;
  output: number;
  cacheRead?: number;
  cacheWrite?: number;
  dearerFrom?: number;
};

/** The tokens of one model call, by what they cost; `input` are those that came from no cache. */
type CountedTokens = { input: number; output: number; cacheRead: number; cacheWrite: number };

/** The tokens of a call by their kinds; what came from a cache is a part of all that was read. */
export function countedTokens({
  inputTokens = 0,
  outputTokens: output = 0,
  inputTokenDetails: { cacheReadTokens: cacheRead = 0, cacheWriteTokens: cacheWrite = 0 },
}: LanguageModelUsage): CountedTokens {
  return { input: Math.max(0, inputTokens - cacheRead - cacheWrite), output, cacheRead, cacheWrite };
}

/** Returns what a model call cost, in dollars. */
export function costOf(price: Price, { input, output, cacheRead, cacheWrite }: CountedTokens): number {
  const isLong = price.dearerFrom !== undefined && input + cacheRead + cacheWrite > price.dearerFrom;
  const read =
    input * price.input +
    cacheRead * (price.cacheRead ?? price.input) +
    cacheWrite * (price.cacheWrite ?? price.input);
  return (read * (isLong ? 2 : 1) + output * price.output * (isLong ? 1.5 : 1)) / 1_000_000;
}
