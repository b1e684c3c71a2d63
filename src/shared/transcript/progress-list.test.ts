import fc from 'fast-check';
import { expect, test } from 'vitest';
import { summaryOf } from './progress-list.ts';
import type { ProgressItem } from './transcript.ts';

const item = (text: string, status: ProgressItem['status']): ProgressItem => ({ text, status });

test('a list is folded to the step in progress', () => {
  const items = [item('Look', 'completed'), item('Cut', 'in_progress'), item('Test', 'pending')];
  expect(summaryOf(items)).toEqual({ at: 2, of: 3, text: 'Cut', over: false });
});

test('between two steps it names the next one, and after the last one that', () => {
  expect(summaryOf([item('Look', 'completed'), item('Cut', 'pending')])).toMatchObject({
    at: 2,
    text: 'Cut',
  });
  expect(summaryOf([item('Look', 'completed'), item('Cut', 'completed')])).toEqual({
    at: 2,
    of: 2,
    text: 'Cut',
    over: true,
  });
});

test('an empty list has no summary', () => expect(summaryOf([])).toBeNull());

const lists = fc.array(
  fc.record({
    text: fc.string(),
    status: fc.constantFrom('pending' as const, 'in_progress' as const, 'completed' as const),
  }),
  { minLength: 1, maxLength: 12 },
);

test('the named step is one of the list, and completed only when all are', () => {
  fc.assert(
    fc.property(lists, (items) => {
      const summary = summaryOf(items);
      const named = items[(summary?.at ?? 0) - 1];
      expect(named?.text).toBe(summary?.text);
      expect(named?.status === 'completed').toBe(summary?.over);
    }),
  );
});
