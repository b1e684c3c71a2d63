import fc from 'fast-check';
import { expect, test } from 'vitest';
import { spreadOf } from './statistics.ts';

test('of an odd count the middle one is the median, of an even count the mean of the middle two', () => {
  expect(spreadOf([9, 1, 4])).toEqual({ median: 4, low: 1, high: 9 });
  expect(spreadOf([9, 1, 4, 6])).toEqual({ median: 5, low: 1, high: 9 });
});

test('as many values lie below the median as above it, in whatever order they came', () => {
  fc.assert(
    fc.property(fc.array(fc.integer(), { minLength: 1 }), (values) => {
      const { median, low, high } = spreadOf(values);
      const below = values.filter((value) => value < median).length;
      const above = values.filter((value) => value > median).length;
      expect(Math.max(below, above)).toBeLessThanOrEqual(values.length / 2);
      expect([low, high]).toEqual([Math.min(...values), Math.max(...values)]);
    }),
  );
});

test('nothing has no median, nor has what was not measured', () => {
  expect(() => spreadOf([])).toThrow('Nothing was measured.');
  expect(() => spreadOf([1, Number.NaN])).toThrow('Something was not measured.');
});
