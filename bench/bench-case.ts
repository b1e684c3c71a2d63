/** Figures of one round by name; times are milliseconds. */
export type Sample = Readonly<Record<string, number>>;

/** Runs a round until it is warm, and then as often as was asked for; every round measures the reference too. */
export type Measure = (round: () => Promise<Sample>) => Promise<void>;

export type Goal = { atMost: number } | { atLeast: number };

/**
 * A figure of a case's report. A `ratio` divides two names of the same round; a `value` stands for itself.
 * `peer` is the ratio of the best-known peer, measured the same way. One that is `slowed: false` stays as it is in a slower
 * page.
 */
export type Figure = { title: string; of: string; goal?: Goal; peer?: string; slowed?: false } & (
  | { type: 'ratio'; to: string }
  | { type: 'value'; unit: string }
);

export type BenchCase = {
  /** Name for `--case`. */
  name: string;
  figures: readonly Figure[];
  /** Number of rounds where the usual one would take too long, or one says it all. */
  rounds?: { warmUps: number; runs: number };
  /** True of what goes on in the window, which is measured again in pages whose processor is slowed. */
  slowed?: true;
  /** `slowdown` is how many times slower the processor of every page is, the reference's too. */
  run(measure: Measure, slowdown: number): Promise<void>;
};
