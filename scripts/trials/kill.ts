import { KillTrial } from './kill/kill-trial.ts';
import { runKillTrial } from './kill/run-kill-trial.ts';
import { ScriptedModel } from './kill/scripted-model.ts';
import { trialHosts } from './trial-host.ts';

/**
 * Ends a host with SIGKILL at moments of every kind, also while it starts, while a person writes, types, picks,
 * answers and decides, and while somebody outside waits for the review of a plan. Checks each time whether
 * everything that was acknowledged is there, whether what waited can be answered, and whether the agent hears
 * what was decided; an asker outside must come back to the same card, and be told once.
 */
await runKillTrial({ rounds: 200, hosts: trialHosts }, (random) => {
  const model = new ScriptedModel(random);
  return {
    replyTo: (body) => model.reply(body),
    begin: (stage) => new KillTrial(stage, model, random),
  };
});
