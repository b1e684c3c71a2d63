import fc from 'fast-check';
import { expect, test } from 'vitest';
import { firstUnseen, type SeenPart, withPart } from './seen-parts.ts';

const seen = (...parts: SeenPart[]) =>
  parts.reduce<readonly SeenPart[]>((all, part) => withPart(all, part), []);

test('all is seen once its parts leave no gap, in whichever order they came', () => {
  expect(firstUnseen(seen())).toBe(0);
  expect(firstUnseen(seen([0, 1]))).toBeNull();
  expect(firstUnseen(seen([0.5, 1], [0, 0.5]))).toBeNull();
  expect(firstUnseen(seen([0, 0.2], [0.8, 1]))).toBe(0.2);
  expect(firstUnseen(seen([0, 0.2], [0.8, 1], [0.1, 0.8]))).toBeNull();
  expect(firstUnseen(seen([0.4, 1]))).toBe(0);
});

test('a gap of less than a pixel or two is none', () => {
  expect(firstUnseen(withPart(withPart([], [0.001, 0.5], 0.002), [0.501, 0.999], 0.002), 0.002)).toBeNull();
});

test('what was in sight nowhere is never taken for seen', () => {
  const parts = fc.array(fc.tuple(fc.integer({ min: 0, max: 20 }), fc.integer({ min: 0, max: 20 })), {
    maxLength: 12,
  });
  fc.assert(
    fc.property(parts, (given) => {
      const ordered = given.map(
        ([one, other]): SeenPart => [Math.min(one, other) / 20, Math.max(one, other) / 20],
      );
      const cells = Array.from({ length: 20 }, (_, cell) =>
        ordered.some(([from, to]) => from * 20 <= cell && cell + 1 <= to * 20),
      );
      expect(firstUnseen(seen(...ordered)) === null).toBe(cells.every(Boolean));
    }),
  );
});
