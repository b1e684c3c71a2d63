import fc from 'fast-check';
import { expect, test } from 'vitest';
import { durationText, timeTaken } from './time-taken.ts';

test.each([
  [0, null],
  [499, null],
  [500, '1\u00a0s'],
  [6_400, '6\u00a0s'],
  [59_600, '1\u00a0min 0\u00a0s'],
  [80_000, '1\u00a0min 20\u00a0s'],
  [3_599_400, '59\u00a0min 59\u00a0s'],
  [3_780_000, '1\u00a0h 3\u00a0min'],
])('%i ms are “%s”', (milliseconds, words) => {
  expect(durationText(milliseconds)).toBe(words);
});

test('calls that ran side by side took their time once, and pauses between calls none', () => {
  const spans = [
    { startedAt: 5_000, endedAt: 6_000 },
    { startedAt: 0, endedAt: 2_000 },
    { startedAt: 1_000, endedAt: 1_500 },
    { startedAt: 1_000, endedAt: 3_000 },
  ];
  expect(timeTaken(spans)).toBe(4_000);
  expect(timeTaken([])).toBe(0);
});

test('the time is that of each millisecond in which something ran', () => {
  const time = fc.nat(60);
  fc.assert(
    fc.property(fc.array(fc.tuple(time, time)), (pairs) => {
      const spans = pairs.map(([startedAt, endedAt]) => ({ startedAt, endedAt }));
      const ran = Array.from({ length: 60 }, (_, at) =>
        spans.some(({ startedAt, endedAt }) => startedAt <= at && at < endedAt),
      );
      expect(timeTaken(spans)).toBe(ran.filter(Boolean).length);
    }),
  );
});
