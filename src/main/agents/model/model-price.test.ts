import fc from 'fast-check';
import { expect, test } from 'vitest';
import { costOf, countedTokens, type Price } from './model-price.ts';

const price: Price = { input: 2, output: 10, cacheRead: 0.2, cacheWrite: 2.5, dearerFrom: 200_000 };

test('a call costs what its kinds of tokens cost', () => {
  const tokens = { input: 100_000, output: 10_000, cacheRead: 50_000, cacheWrite: 20_000 };
  expect(costOf(price, tokens)).toBeCloseTo(0.2 + 0.1 + 0.01 + 0.05, 10);
});

test('a long request costs more', () => {
  const tokens = { input: 200_001, output: 1_000, cacheRead: 0, cacheWrite: 0 };
  expect(costOf(price, tokens)).toBeCloseTo(0.800004 + 0.015, 10);
});

const count = fc.integer({ min: 0, max: 1_000_000 });
const calls = fc.record({ input: count, output: count, cacheRead: count, cacheWrite: count });

test('no token makes a call cheaper', () => {
  fc.assert(
    fc.property(calls, fc.constantFrom('input', 'output', 'cacheRead', 'cacheWrite'), (tokens, kind) => {
      expect(costOf(price, { ...tokens, [kind]: tokens[kind] + 1 })).toBeGreaterThan(costOf(price, tokens));
    }),
  );
});

test('tokens from and to a cache are counted apart from the others', () => {
  const usage = {
    inputTokens: 1_000,
    inputTokenDetails: { noCacheTokens: undefined, cacheReadTokens: 700, cacheWriteTokens: 200 },
    outputTokens: 50,
    outputTokenDetails: { textTokens: undefined, reasoningTokens: undefined },
    totalTokens: undefined,
  };
  expect(countedTokens(usage)).toEqual({ input: 100, output: 50, cacheRead: 700, cacheWrite: 200 });
});
