import { expect, test } from 'vitest';
import { contextWindowOf } from '../providers.ts';

test.each([
  ['anthropic/claude-sonnet-4-5', 200_000],
  ['openai/gpt-5-mini', 400_000],
  ['openai/o3', 200_000],
  ['google/gemini-2.5-pro', 1_048_576],
  ['openai-compatible/openai/gpt-4o', 128_000],
  ['openai-compatible/qwen3-30b', null],
  ['ollama/gpt-5-like', null],
  ['guide', null],
])('the context window of %s is %s', (agent, tokens) => {
  expect(contextWindowOf(agent)).toBe(tokens);
});
