import type { Stage } from '../stages.ts';

type Trial = {
  name: string;
  /** The script of package.json. */
  script: string;
  /** The size of the round in `npm test`; a trial without one runs only in `npm run test:long`. */
  short?: string;
  long: string;
};

/** Every trial: `npm run test:long` runs all of them, in this order. */
const trials: readonly Trial[] = [
  { name: 'kill', script: 'test:kill', short: '--rounds 20', long: '--rounds 200' },
  { name: 'kill, edits', script: 'test:kill:edits', long: '' },
  { name: 'kill, worktrees', script: 'test:kill:worktrees', short: '--sample 1', long: '' },
  { name: 'kill, commands', script: 'test:kill:commands', short: '--rounds 3', long: '--rounds 100' },
  { name: 'kill, forms and agents', script: 'test:kill:asks', short: '--rounds 6', long: '--rounds 200' },
  { name: 'kill, forms and agents, Electron', script: 'test:kill:asks', long: '--host electron --rounds 50' },
  { name: 'damage', script: 'test:damage', short: '--runs 50', long: '--runs 1000' },
  { name: 'undo', script: 'test:undo', short: '--runs 25', long: '--runs 1000' },
  { name: 'confinement', script: 'test:confinement', short: '--runs 20', long: '' },
  { name: 'race', script: 'test:race', long: '--rounds 200' },
  { name: 'load', script: 'test:load', long: '' },
  { name: 'load, agents and commands', script: 'test:load:work', long: '' },
  { name: 'waits', script: 'test:waits', long: '--minutes 6' },
  { name: 'fuzz', script: 'test:fuzz', short: '--runs 500', long: '--runs 10000' },
  { name: 'fuzz, chats', script: 'test:fuzz:chats', short: '--runs 40', long: '--runs 10000' },
  { name: 'fuzz, agents and servers', script: 'test:fuzz:askers', short: '--runs 300', long: '--runs 10000' },
  { name: 'MCP client', script: 'test:mcp:client', long: '' },
  { name: 'install', script: 'test:install', long: '' },
  { name: 'desktop package', script: 'test:desktop-package', long: '' },
  { name: 'mutants', script: 'test:mutants', long: '--runs 300' },
];

const stageOf = ({ script }: Trial, name: string, size: string): Stage => ({
  name,
  command: `npm run ${script} -- ${size}`,
});

/** The rounds of `npm test`. */
export const shortRounds: readonly Stage[] = trials.flatMap((trial) =>
  trial.short === undefined ? [] : [stageOf(trial, `${trial.name} trial, a short round`, trial.short)],
);

export const longRounds: readonly Stage[] = trials.map((trial) =>
  stageOf(trial, `${trial.name} trial`, trial.long),
);
