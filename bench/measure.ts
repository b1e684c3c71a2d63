import type { BenchCase, Sample } from './bench-case.ts';

export type Rounds = { warmUps: number; runs: number };

/** Runs a case; gives what its rounds measured, without those that warmed it up. */
export async function samplesOf(
  { rounds, run }: BenchCase,
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
  });
  return samples;
}
