import fc from 'fast-check';
import { expect, test } from 'vitest';
import { providerSettingsFrom } from '../../../../test/main/agents/model/provider-settings-from.ts';
import { ModelCatalog } from './model-catalog.ts';
import { costOf, countedTokens, type Price } from './model-table.ts';

/** What is known of a model without asking anybody. */
function modelFacts(provider: string, model: string) {
  const catalog = new ModelCatalog({
    providers: providerSettingsFrom({}),
    largestWindow: () => 32_768,
    proxies: () => ({ http: null, https: null, direct: [] }),
    now: Date.now,
    onFound: () => {},
  });
  return catalog.facts(`${provider}/${model}`);
}

test.each([
  ['anthropic', 'claude-sonnet-4-5', 200_000, 3],
  ['anthropic', 'claude-sonnet-4-5-20250929', 200_000, 3],
  ['anthropic', 'claude-opus-5', 1_000_000, 5],
  ['anthropic', 'claude-opus-5-5', 1_000_000, 4],
  ['anthropic', 'claude-sonnet-4-20250514', 200_000, 3],
  ['anthropic', 'claude-sonnet-9', null, null],
  ['openai', 'gpt-5-mini', 400_000, 0.25],
  ['openai', 'gpt-5-2025-08-07', 400_000, 1.25],
  ['openai', 'gpt-5-search-api', null, null],
  ['openai', 'gpt-4o-audio-preview', null, null],
  ['openai', 'o3', 200_000, 2],
  ['google', 'gemini-2.5-pro', 1_048_576, 1.25],
  ['google', 'gemini-2.5-flash-lite-preview-06-17', 1_048_576, 0.1],
  ['google', 'gemini-3.1-pro-preview', 1_048_576, 2],
  ['openai-compatible', 'openai/gpt-4o', 128_000, null],
  ['openai-compatible', 'qwen3-30b', null, null],
  ['ollama', 'gpt-5', null, null],
] as const)('%s/%s reads %s tokens at $%s a million', (provider, model, window, input) => {
  const { contextWindow, price } = modelFacts(provider, model);
  expect(contextWindow).toBe(window);
  expect(price?.input ?? null).toBe(input);
});

test.each([
  ['anthropic', 'claude-sonnet-4-5', true],
  ['anthropic', 'claude-3-7-sonnet-latest', true],
  ['anthropic', 'claude-3-5-haiku-latest', false],
  ['openai', 'gpt-5.4-mini', true],
  ['openai', 'o4-mini', true],
  ['openai', 'gpt-5-chat-latest', false],
  ['openai', 'gpt-4.1', false],
  ['google', 'gemini-2.5-flash', true],
  ['google', 'gemini-2.0-flash', false],
  ['openai-compatible', 'openai/gpt-oss-120b', true],
  ['openai-compatible', 'meta-llama/llama-3.3-70b', false],
  ['ollama', 'qwen3:4b', true],
  ['ollama', 'qwen3-coder-next', false],
  ['ollama', 'gemma3', false],
] as const)('%s/%s thinks on request: %s', (provider, model, thinks) => {
  expect(modelFacts(provider, model).thinks).toBe(thinks);
});

const price: Price = {
  input: 2,
  output: 10,
  cacheRead: 0.2,
  cacheWrite: 2.5,
  dearer: { above: 200_000, input: 4, output: 15, cacheRead: 0.4, cacheWrite: 5 },
};

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
