import { expect, test } from 'vitest';
import type { Figure } from '../bench-case.ts';
import { resultOf } from './figures.ts';

const ratio: Figure = {
  type: 'ratio',
  title: 'open',
  of: 'ours',
  to: 'bare',
  goal: { atMost: 2 },
  peer: '34',
};

test('a ratio is made within each round, so that a slow round does not move it', () => {
  const samples = [
    { ours: 20, bare: 10 },
    { ours: 200, bare: 100 },
    { ours: 30, bare: 10 },
  ];
  const [open] = resultOf('open', [ratio], samples).figures;
  expect(open).toMatchObject({
    median: 2,
    low: 2,
    high: 3,
    met: true,
    parts: { of: 30, to: 10 },
    peer: '34',
  });
});

test.each([
  [{ atMost: 5 }, true],
  [{ atMost: 4.9 }, false],
  [{ atLeast: 5 }, true],
  [{ atLeast: 5.1 }, false],
  [undefined, null],
])('a value of 5 against the goal %j: %s', (goal, met) => {
  const figure: Figure = { type: 'value', title: 'heap', of: 'heap', unit: 'MB', ...(goal && { goal }) };
  expect(resultOf('open', [figure], [{ heap: 5 }]).figures[0]?.met).toBe(met);
});

test('a round without its reference gives no figure', () => {
  expect(() => resultOf('open', [ratio], [{ ours: 20 }])).toThrow('A round did not measure "bare".');
});
