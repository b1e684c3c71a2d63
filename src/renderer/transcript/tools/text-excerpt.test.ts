import { expect, test } from 'vitest';
import { textExcerpt } from './call-details.tsx';

const lines = (count: number) => Array.from({ length: count }, (_, index) => `line ${index}`).join('\n');

test('a short text is shown whole', () => {
  expect(textExcerpt(lines(12)).start).toBe(lines(12));
  expect(textExcerpt(lines(13)).start).toBe(lines(13));
  expect(textExcerpt('').start).toBe('');
});

test('of a long one its first lines, and never too much', () => {
  expect(textExcerpt(lines(300))).toEqual({ start: lines(12), lines: 300 });
  expect(textExcerpt('x'.repeat(100_000)).start).toHaveLength(1_200);
});
