import { writeFileSync } from 'node:fs';
import fc from 'fast-check';
import { type Answers, send, serve } from '../json-rpc.ts';
import { distorted } from './distorted.ts';

/** The counts of an agent or server that sends nonsense; `consents` are answers that nobody gave. */
export type BabbleFigures = { sent: number; answered: number; refused: number; consents: number };

type Message = { method: string; params?: unknown };

/** Half of these messages are wrong anywhere, half in their parameters alone, so that more of them is read. */
function wrongMessages(wellFormed: readonly Message[]): fc.Arbitrary<unknown> {
  const params = fc
    .constantFrom(...wellFormed)
    .chain(({ method, params = {} }) => distorted([params]).map((wrong) => ({ method, params: wrong })));
  return fc.oneof(distorted(wellFormed), params);
}

/** A text in the place of a message, now and then; null for none. */
const seldom = fc.oneof({ weight: 19, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: fc.string() });

/**
 * The settings of such a program from its environment: the file for its figures, how much it sends, and the seed.
 */
export function babbleVariables(): { file: string; runs: number; seed: number } {
  const { BABBLE_FILE = '/dev/null', BABBLE_RUNS = '0', BABBLE_SEED = '1' } = process.env;
  return { file: BABBLE_FILE, runs: Number(BABBLE_RUNS), seed: Number(BABBLE_SEED) };
}

/** Number of messages that are sent at once. */
export const batch = 100;

/** Sends wrong messages to standard output, a batch at a time, and counts what is answered. */
export class Babbler {
  readonly #input: fc.Arbitrary<{ message: unknown; isRequest: boolean; junk: string | null }>;
  readonly #variables = babbleVariables();
  readonly #figures: BabbleFigures = { sent: 0, answered: 0, refused: 0, consents: 0 };
  /** Ids of the requests of the last batch. */
  readonly #open = new Set<number>();
  #last = 1_000;
  #count = 0;

  constructor(wellFormed: readonly Message[]) {
    this.#input = fc.record({
      message: wrongMessages(wellFormed),
      isRequest: fc.boolean(),
      junk: seldom,
    });
  }

  /** The number of messages so far. */
  get count(): number {
    return this.#count;
  }

  /** Sends the next batch; nothing once as many were sent as the environment says. */
  babble(): void {
    const { runs, seed } = this.#variables;
    const numRuns = Math.min(batch, runs - this.#count);
    if (numRuns <= 0) return;
    for (const { message, isRequest, junk } of fc.sample(this.#input, {
      numRuns,
      seed: seed + this.#count,
    })) {
      this.#figures.sent += 1;
      if (junk !== null) process.stdout.write(`${junk}\n`);
      else if (typeof message !== 'object' || message === null || Array.isArray(message))
        process.stdout.write(`${JSON.stringify(message)}\n`);
      else if (isRequest) {
        this.#last += 1;
        this.#open.add(this.#last);
        send({ ...message, id: this.#last });
      } else send(message);
    }
    this.#count += numRuns;
  }

  /** Returns the ids of the requests that are still open, which the caller cancels. */
  takeOpen(): number[] {
    const open = [...this.#open];
    this.#open.clear();
    return open;
  }

  /** Writes the figures so far into the file that the environment names. */
  note(): void {
    writeFileSync(this.#variables.file, JSON.stringify(this.#figures));
  }

  /** Answers the program's requests until its input ends, and counts the answers to what was sent. */
  serve(answers: Answers): void {
    serve(answers, ({ result, error }) => {
      this.#figures.answered += 1;
      this.#figures.refused += Number(error !== undefined);
      this.#figures.consents += Number(isConsent(result));
    });
  }
}

/** True of an answer that lets something happen, or gives what was asked for. */
function isConsent(result: unknown): boolean {
  return /"action":"accept"|"optionId":"(allow|always)"/.test(JSON.stringify(result) ?? '');
}
