import type { Figure, Goal, Sample } from '../bench-case.ts';
import { type Spread, spreadOf } from './statistics.ts';

/** A figure as it came out. `parts` are the medians that a ratio was made of. */
export type Measured = Spread & {
  title: string;
  unit: string;
  goal: Goal | null;
  met: boolean | null;
  peer: string | null;
  parts: { of: number; to: number } | null;
};

export type CaseResult = { name: string; figures: readonly Measured[]; samples: readonly Sample[] };

/** Ratios are made within each round, so that whatever slows a whole round down weighs on both sides. */
export function resultOf(name: string, figures: readonly Figure[], samples: readonly Sample[]): CaseResult {
  return { name, samples, figures: figures.map((figure) => measured(figure, samples)) };
}

function measured(figure: Figure, samples: readonly Sample[]): Measured {
  const { title, goal = null, peer = null } = figure;
  const common = { title, goal, peer };
  const values = (name: string) => samples.map((sample) => valueIn(sample, name));
  switch (figure.type) {
    case 'value': {
      const spread = spreadOf(values(figure.of));
      return { ...common, ...spread, unit: figure.unit, met: isMet(spread.median, goal), parts: null };
    }
    case 'ratio': {
      const [of, to] = [values(figure.of), values(figure.to)];
      const spread = spreadOf(of.map((value, index) => value / (to[index] ?? Number.NaN)));
      const parts = { of: spreadOf(of).median, to: spreadOf(to).median };
      return { ...common, ...spread, unit: '×', met: isMet(spread.median, goal), parts };
    }
  }
}

function valueIn(sample: Sample, name: string): number {
  const value = sample[name];
  if (value === undefined) throw new Error(`A round did not measure "${name}".`);
  return value;
}

function isMet(median: number, goal: Goal | null): boolean | null {
  if (goal === null) return null;
  return 'atMost' in goal ? median <= goal.atMost : median >= goal.atLeast;
}
