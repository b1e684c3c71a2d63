/** Runs a second of something done one after the other; `times` is the number of tries. */
export async function ratePerSecond(times: number, act: (index: number) => unknown): Promise<number> {
  const began = performance.now();
  for (let index = 0; index < times; index += 1) await act(index);
  return (times * 1_000) / (performance.now() - began);
}
