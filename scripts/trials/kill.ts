import { parseArgs } from 'node:util';
import { z } from 'zod';
import { KillTrial } from './kill/kill-trial.ts';
import { ScriptedModel } from './kill/scripted-model.ts';
import { seededRandom } from './random.ts';
import { onStage } from './stage.ts';
import { trialHosts, whyNot } from './trial-host.ts';

/**
 * Ends a host with SIGKILL at random moments, also while it starts, while a person writes, types, picks,
 * answers and decides, and while somebody outside waits for the review of a plan. Looks each time whether
 * everything that was acknowledged is there, whether what waited can be answered, and whether the agent
 * hears of what was decided; who waits outside must come back to the same card, and be told once. Prints its figures as JSON
 * and fails when one of them is a loss.
 */
const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '200' },
    seed: { type: 'string', default: `${Date.now()}` },
    host: { type: 'string', default: 'browser' },
  },
});
const [rounds, seed] = [Number(values.rounds), Number(values.seed)];
const host = z.enum(trialHosts).parse(values.host);
const reason = whyNot(host);

if (reason === null) await run();
else process.stdout.write(`${JSON.stringify({ host, skipped: reason })}\n`);

async function run(): Promise<void> {
  const random = seededRandom(seed);
  const model = new ScriptedModel(random);
  const began = performance.now();
  await onStage(
    async (stage) => {
      const trial = new KillTrial(stage, model, random);
      // On a slow machine a few rounds may see nothing of what they are about: up to twice as many follow.
      for (let count = 0; count < rounds || (trial.isEmpty && count < 3 * rounds); count += 1)
        await trial.round();
      await trial.close();
      const { isEmpty } = trial;
      const { figures, faults } = trial.figures();
      await trial.leave();
      const seconds = Math.round((performance.now() - began) / 1000);
      process.stdout.write(`${JSON.stringify({ host, rounds, seed, ...figures, seconds }, null, 2)}\n`);
      process.exitCode = faults === 0 && !isEmpty ? 0 : 1;
    },
    { host, replyTo: (body) => model.reply(body) },
  );
}
