import fc from 'fast-check';
import { expect, test } from 'vitest';
import { nextTimeAgo, timeAgo } from './time-ago.ts';

const now = new Date(2026, 10, 20, 12).getTime();

test.each([
  [-5_000, 'now'],
  [59_000, 'now'],
  [24 * 60_000, '24 min'],
  [3 * 3_600_000, '3 h'],
  [2 * 86_400_000, 'Wed'],
  [14 * 86_400_000, '6 Nov'],
  [400 * 86_400_000, 'Oct 2025'],
])('%i ms ago is %s', (ago, words) => expect(timeAgo(now - ago, now)).toBe(words));

test('the words stay until they change next', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 6 * 86_400_000 - 1 }), fc.nat(999), (ago, thousandth) => {
      const at = now - ago;
      const next = nextTimeAgo(at, now);
      const between = now + Math.floor(((next - 1 - now) * thousandth) / 1_000);
      expect(timeAgo(at, between)).toBe(timeAgo(at, now));
      expect(timeAgo(at, next)).not.toBe(timeAgo(at, now));
    }),
  );
});

test('a date of this year stays until the next year', () => {
  const at = now - 14 * 86_400_000;
  const next = nextTimeAgo(at, now);
  expect(timeAgo(at, next - 1)).toBe('6 Nov');
  expect(timeAgo(at, next)).toBe('Nov 2026');
});
