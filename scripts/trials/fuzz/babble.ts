import fc from 'fast-check';
import { distorted } from './distorted.ts';

/** What an agent or server that sends nonsense has counted; `consents` are answers that nobody gave. */
export type BabbleFigures = { sent: number; answered: number; refused: number; consents: number };

type Message = { method: string; params?: unknown };

/** Messages that are wrong anywhere, and as many whose parameters alone are, so that they are read further. */
export function wrongMessages(wellFormed: readonly Message[]): fc.Arbitrary<unknown> {
  const params = fc
    .constantFrom(...wellFormed)
    .chain(({ method, params = {} }) => distorted([params]).map((wrong) => ({ method, params: wrong })));
  return fc.oneof(distorted(wellFormed), params);
}

/** A text in the place of a message, now and then; null for none. */
export const seldom = fc.oneof(
  { weight: 19, arbitrary: fc.constant(null) },
  { weight: 1, arbitrary: fc.string() },
);

/** What the environment tells such a program: the file for its figures, how much it sends, and by which seed. */
export function babbleVariables(): { file: string; runs: number; seed: number } {
  const { BABBLE_FILE = '/dev/null', BABBLE_RUNS = '0', BABBLE_SEED = '1' } = process.env;
  return { file: BABBLE_FILE, runs: Number(BABBLE_RUNS), seed: Number(BABBLE_SEED) };
}

/** True of an answer that lets something happen, or gives what was asked for. */
export function isConsent(result: unknown): boolean {
  return /"action":"accept"|"optionId":"(allow|always)"/.test(JSON.stringify(result) ?? '');
}
