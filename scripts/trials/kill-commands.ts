import { CommandKillTrial } from './kill/command-kill-trial.ts';
import { CommandModel } from './kill/command-model.ts';
import { runKillTrial } from './kill/run-kill-trial.ts';

/**
 * Ends the host with SIGKILL at moments of every kind while permissions wait and are answered, commands run, and
 * turns are undone. Checks each time whether everything that was acknowledged is there, whether every permission
 * that waited can be answered, and whether a process of a command is left after the next start.
 */
await runKillTrial({ rounds: 100, hosts: ['browser'] }, (random) => {
  const model = new CommandModel(random);
  return { replyTo: () => model.reply(), begin: (stage) => new CommandKillTrial(stage, random) };
});
