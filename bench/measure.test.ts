import { expect, test } from 'vitest';
import type { BenchCase } from './bench-case.ts';
import { measurementsOf, samplesOf } from './measure.ts';

const counting: BenchCase = {
  name: 'counting',
  figures: [],
  async run(measure) {
    let count = 0;
    await measure(async () => ({ count: (count += 1) }));
  },
};

const nothing = () => undefined;

const measured = (of: BenchCase) => ({ name: of.name, slowdown: 1, figures: of.figures, of });

test('rounds that warm up are not counted', async () => {
  const samples = await samplesOf(measured(counting), { warmUps: 1, runs: 3 }, nothing);
  expect(samples).toEqual([{ count: 2 }, { count: 3 }, { count: 4 }]);
});

test('a case that says how many rounds it needs is asked for no others', async () => {
  const once = { ...counting, rounds: { warmUps: 0, runs: 1 } };
  expect(await samplesOf(measured(once), { warmUps: 1, runs: 5 }, nothing)).toEqual([{ count: 1 }]);
});

test('what goes on in the window is measured again in slower pages, but for what no page slows', async () => {
  const figures: BenchCase['figures'] = [
    { type: 'value', title: 'painted', of: 'painted', unit: 'ms' },
    { type: 'value', title: 'size', of: 'size', unit: 'kB', slowed: false },
  ];
  const seen: number[] = [];
  const run: BenchCase['run'] = async (measure, slowdown) => {
    seen.push(slowdown);
    await measure(async () => ({ painted: slowdown, size: 1 }));
  };
  const measurements = measurementsOf({ name: 'open', slowed: true, figures, run });
  for (const one of measurements) await samplesOf(one, { warmUps: 0, runs: 1 }, nothing);
  expect(measurements.map(({ name }) => name)).toEqual(['open', 'open, page 4 × slower']);
  expect(measurements.map((one) => one.figures.map(({ title }) => title))).toEqual([
    ['painted', 'size'],
    ['painted'],
  ]);
  expect(seen).toEqual([1, 4]);
  expect(measurementsOf({ name: 'start', figures, run })).toHaveLength(1);
});
