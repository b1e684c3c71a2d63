import type { BenchCase, Figure, Sample } from './bench-case.ts';

export type Rounds = { warmUps: number; runs: number };

/** A case as it is measured: its pages as quick as the machine, or so many times slower. */
export type Measurement = { name: string; slowdown: number; figures: readonly Figure[]; of: BenchCase };

/** About the laptop that the machine of the figures is quicker than. */
export const slowerPage = 4;

/** What is measured of a case: what goes on in the window twice. */
export function measurementsOf(each: BenchCase): Measurement[] {
  const { name, figures } = each;
  const asItIs = { name, slowdown: 1, figures, of: each };
  if (each.slowed !== true) return [asItIs];
  const slowed = {
    name: `${name}, page ${slowerPage} × slower`,
    slowdown: slowerPage,
    figures: figures.filter((figure) => figure.slowed !== false),
    of: each,
  };
  return [asItIs, slowed];
}

/** Runs a case; gives what its rounds measured, without those that warmed it up. */
export async function samplesOf(
  { of: { rounds, run }, slowdown }: Measurement,
  asked: Rounds,
  onRound: (done: number, of: number) => void,
): Promise<Sample[]> {
  const { warmUps, runs } = rounds ?? asked;
  const samples: Sample[] = [];
  await run(async (round) => {
    for (let done = 0; done < warmUps + runs; done += 1) {
      const sample = await round();
      if (done >= warmUps) samples.push(sample);
      onRound(done + 1, warmUps + runs);
    }
  }, slowdown);
  return samples;
}
