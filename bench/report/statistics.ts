/** The middle of some values and how far they reach. */
export type Spread = { median: number; low: number; high: number };

/** The median, of an even count the mean of the two in the middle. Throws when there is none, or one that is no number. */
export function spreadOf(values: readonly number[]): Spread {
  if (values.some(Number.isNaN)) throw new Error('Something was not measured.');
  const sorted = values.toSorted((one, other) => one - other);
  const [low, high] = [sorted[0], sorted.at(-1)];
  const [left, right] = [sorted[Math.ceil(sorted.length / 2) - 1], sorted[Math.floor(sorted.length / 2)]];
  if (low === undefined || high === undefined || left === undefined || right === undefined)
    throw new Error('Nothing was measured.');
  return { median: (left + right) / 2, low, high };
}
