import { expect, test } from 'vitest';
import { startOfText } from './start-of-text.ts';

const lines = (count: number) => Array.from({ length: count }, (_, index) => `line ${index}`).join('\n');

test('a short text is shown whole', () => {
  expect(startOfText(lines(12)).start).toBe(lines(12));
  expect(startOfText(lines(13)).start).toBe(lines(13));
  expect(startOfText('').start).toBe('');
});

test('of a long one its first lines, and never too much', () => {
  expect(startOfText(lines(300))).toEqual({ start: lines(12), lines: 300 });
  expect(startOfText('x'.repeat(100_000)).start).toHaveLength(1_200);
});
