import { expect, test } from 'vitest';
import type { BenchCase } from './bench-case.ts';
import { samplesOf } from './measure.ts';

const counting: BenchCase = {
  name: 'counting',
  figures: [],
  async run(measure) {
    let count = 0;
    await measure(async () => ({ count: (count += 1) }));
  },
};

const nothing = () => undefined;

test('rounds that warm up are not counted', async () => {
  const samples = await samplesOf(counting, { warmUps: 1, runs: 3 }, nothing);
  expect(samples).toEqual([{ count: 2 }, { count: 3 }, { count: 4 }]);
});

test('a case that says how many rounds it needs is asked for no others', async () => {
  const once = { ...counting, rounds: { warmUps: 0, runs: 1 } };
  expect(await samplesOf(once, { warmUps: 1, runs: 5 }, nothing)).toEqual([{ count: 1 }]);
});
