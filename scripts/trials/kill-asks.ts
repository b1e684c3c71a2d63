import { AskingModel } from './kill/asks/asking-model.ts';
import { AskingPrograms } from './kill/asks/programs.ts';
import { AsksKillTrial } from './kill/asks-kill-trial.ts';
import { runKillTrial } from './kill/run-kill-trial.ts';
import { trialHosts } from './trial-host.ts';

/**
 * Ends a host with SIGKILL at moments of every kind while forms and links of MCP servers wait, their calls run,
 * and an external agent asks, plans, streams and wants permission, itself and by subagents; meanwhile the person
 * answers, declines, types, edits, and adds folders. Checks each time whether everything that was acknowledged is there
 * and nothing else is decided, whether what waited can be answered, whether a secret was stored, and whether a process
 * is left; at the end, whether each asker was told once, each subagent's card named it, and the agent has the folders.
 */
await runKillTrial({ rounds: 200, hosts: trialHosts }, (random) => {
  const model = new AskingModel(random);
  return {
    replyTo: () => model.reply(),
    begin: (stage) => new AsksKillTrial(stage, new AskingPrograms(stage), model, random),
  };
});
