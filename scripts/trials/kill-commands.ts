import { parseArgs } from 'node:util';
import { CommandKillTrial } from './kill/command-kill-trial.ts';
import { CommandModel } from './kill/command-model.ts';
import { seededRandom } from './random.ts';
import { onStage } from './stage.ts';

/**
 * Ends the host with SIGKILL at random moments while permissions wait and are answered, commands run, and turns are
 * undone. Looks each time whether everything that was acknowledged is there, whether every permission that waited
 * can be answered, and whether any process of a command is left after the next start. Prints its figures as JSON and
 * fails when one of them is a loss.
 */
const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '100' }, seed: { type: 'string', default: `${Date.now()}` } },
});
const [rounds, seed] = [Number(values.rounds), Number(values.seed)];
const random = seededRandom(seed);
const model = new CommandModel(random);
const began = performance.now();

await onStage(
  async (stage) => {
    const trial = new CommandKillTrial(stage, random);
    for (let count = 0; count < rounds; count += 1) await trial.round();
    await trial.close();
    const { figures, faults, isEmpty } = trial.figures();
    const seconds = Math.round((performance.now() - began) / 1000);
    process.stdout.write(`${JSON.stringify({ rounds, seed, ...figures, seconds }, null, 2)}\n`);
    // A short round may kill no command.
    process.exitCode = faults === 0 && !(isEmpty && rounds >= 20) ? 0 : 1;
  },
  { replyTo: () => model.reply() },
);
