import { expect, test } from 'vitest';
import { timeAgo } from './time-ago.ts';

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
