import { expect, test } from 'vitest';
import { timeLeftText } from './time-left-text.ts';

test.each([
  [59_001, 'Goes on without you in 1:00'],
  [41_500, 'Goes on without you in 42\u00a0s'],
  [125_000, 'Goes on without you in 2:05'],
  [3_600_000, 'Goes on without you in 1:00:00'],
  [1, 'Goes on without you in 1\u00a0s'],
  [0, 'Going on without you…'],
  [-5_000, 'Going on without you…'],
])('%i milliseconds are told as: %s', (left, text) => {
  expect(timeLeftText(left)).toBe(text);
});
