import { expect, test } from 'vitest';
import { dayOrAgo } from './day-or-ago.ts';

const now = new Date(2026, 10, 22, 12, 0).getTime();
const at = (...when: [number, number, number, number, number]) => dayOrAgo(new Date(...when).getTime(), now);

test('a time is told as near as it matters', () => {
  expect(dayOrAgo(now + 5_000, now)).toBe('Just now');
  expect(at(2026, 10, 22, 11, 55)).toBe('5 min ago');
  expect(at(2026, 10, 22, 1, 0)).toBe('11 h ago');
  expect(at(2026, 10, 21, 23, 0)).toBe('Yesterday');
  expect(at(2026, 10, 16, 9, 0)).toBe('Monday');
  expect(at(2026, 10, 3, 9, 0)).toBe('3 Nov');
  expect(at(2025, 10, 3, 9, 0)).toBe('3 Nov 2025');
});

test('an hour ago is an hour ago, also across midnight', () => {
  const early = new Date(2026, 10, 22, 0, 30).getTime();
  expect(dayOrAgo(early - 60 * 60_000, early)).toBe('1 h ago');
});
