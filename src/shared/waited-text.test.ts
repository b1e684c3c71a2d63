import { expect, test } from 'vitest';
import { waitedText } from './waited-text.ts';

test('a wait is told in its largest whole unit', () => {
  expect([0, 999, 1_000, 59_999, 60_000, 7_200_000, 90_000_000, 200_000_000].map(waitedText)).toEqual([
    'less than a second',
    'less than a second',
    '1 second',
    '59 seconds',
    '1 minute',
    '2 hours',
    '1 day',
    '2 days',
  ]);
});
