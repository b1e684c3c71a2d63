import { parseArgs } from 'node:util';
import { z } from 'zod';
import type { ServerReply } from '../../../test/main/agents/model/anthropic-server.ts';
import { seededRandom } from '../random.ts';
import { onStage, type Stage } from '../stage.ts';
import { type TrialHostName, whyNot } from '../trial-host.ts';

/** Lives of a host that each end with SIGKILL, and what they came to. */
export type KillTrial = {
  round(): Promise<void>;
  /** The last life, which ends as it should. */
  close(): Promise<void>;
  /** The kinds of thing that the rounds are about and that did not happen. */
  readonly missing: readonly string[];
  /** The result, and the number of faults in it. */
  figures(): { figures: object; faults: number };
  /** Ends what waits for the host from outside; the figures are made by then. */
  leave?(): Promise<void>;
};

type Players = {
  replyTo(body: unknown): ServerReply;
  begin(stage: Stage): KillTrial;
};

type Choice = { rounds: number; hosts: readonly [TrialHostName, ...TrialHostName[]] };

/** The most rounds that follow the requested ones, until each kind of thing has happened. */
const moreRounds = 40;

/**
 * Plays a trial for `--rounds` rounds (`rounds` by default) and goes on until everything that it is about has
 * happened, on the host that `--host` names (the first of `hosts` by default). `--seed` repeats an earlier run.
 * Prints its figures as JSON; the exit status is 1 where there is a fault or something is missing.
 */
export async function runKillTrial(
  { rounds: usual, hosts }: Choice,
  playersOf: (random: () => number) => Players,
): Promise<void> {
  const { values } = parseArgs({
    options: {
      rounds: { type: 'string', default: `${usual}` },
      seed: { type: 'string', default: `${Date.now()}` },
      host: { type: 'string', default: hosts[0] },
    },
  });
  const [wanted, seed] = [Number(values.rounds), Number(values.seed)];
  const host = z.enum(hosts).parse(values.host);
  const reason = whyNot(host);
  if (reason !== null) {
    process.stdout.write(`${JSON.stringify({ host, skipped: reason })}\n`);
    return;
  }
  const { replyTo, begin } = playersOf(seededRandom(seed));
  const began = performance.now();
  await onStage(
    async (stage) => {
      const trial = begin(stage);
      let rounds = 0;
      for (; rounds < wanted || (trial.missing.length > 0 && rounds < wanted + moreRounds); rounds += 1)
        await trial.round();
      await trial.close();
      const { missing } = trial;
      const { figures, faults } = trial.figures();
      await trial.leave?.();
      const seconds = Math.round((performance.now() - began) / 1000);
      const all = { host, rounds, seed, ...figures, missing, seconds };
      process.stdout.write(`${JSON.stringify(all, null, 2)}\n`);
      process.exitCode = faults === 0 && missing.length === 0 ? 0 : 1;
    },
    { host, replyTo },
  );
}
