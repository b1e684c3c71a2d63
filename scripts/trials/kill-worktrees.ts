import { parseArgs } from 'node:util';
import { deeds } from '../../test/main/worktrees/kills/deeds.ts';
import type { KillMoment } from '../../test/main/worktrees/kills/kill-moments.ts';
import { type WorktreeKill, worktreeKills } from '../../test/main/worktrees/kills/worktree-kills.ts';
import { seededRandom } from './random.ts';

/**
 * `npm run test:kill:worktrees`: ends the process before, during and after each of its calls of git, and together with it,
 * while it makes the worktree of a chat with uncommitted files along, while it removes one with a commit and a file of its own,
 * with its chat or from one that stays, and while it merges its branch or commits to it. While a command sets the worktree up,
 * and while changes are dropped and such drops undone, it ends before each step that writes to a file or the database, too, and
 * by the command itself. Prints its figures as JSON, and fails where the next start finds neither the one state nor the other,
 * something was lost, or the command ran unasked, or twice without being seen as cut off. `-- --sample 1` ends it so many times
 * in each deed, at moments that `--seed` repeats; `--calls 3,5` takes some of the calls of git, `--steps 3,5` some of the steps,
 * `--deed merge` one of the deeds.
 */
const { values } = parseArgs({
  options: {
    sample: { type: 'string' },
    seed: { type: 'string', default: `${Date.now()}` },
    calls: { type: 'string' },
    steps: { type: 'string' },
    deed: { type: 'string' },
  },
});
const began = performance.now();
const numbers = (list: string | undefined) => list?.split(',').map(Number);
const [calls, steps] = [numbers(values.calls), numbers(values.steps)];

function isTaken(moment: KillMoment): boolean {
  if (calls === undefined && steps === undefined) return true;
  switch (moment.at) {
    case 'git':
      return calls?.includes(moment.call) ?? false;
    case 'step':
      return steps?.includes(moment.step) ?? false;
    case 'command':
      return false;
  }
}

function sampled<Moment>(all: readonly Moment[], random: () => number): readonly Moment[] {
  if (values.sample === undefined) return all;
  const left = [...all];
  return Array.from({ length: Number(values.sample) }).flatMap(() =>
    left.splice(Math.floor(random() * left.length), 1),
  );
}

const kills: WorktreeKill[] = [];
const left = deeds
  .map((deed, index) => ({ deed, random: seededRandom(Number(values.seed) + index) }))
  .filter(({ deed }) => values.deed === undefined || deed === values.deed);

/** Tries one deed after another. */
async function tryDeeds(): Promise<void> {
  for (let next = left.shift(); next !== undefined; next = left.shift()) {
    const { deed, random } = next;
    for await (const kill of worktreeKills(deed, (all) => sampled(all.filter(isTaken), random))) {
      kills.push(kill);
      if (kill.wrong.length > 0) process.stderr.write(`\n${JSON.stringify(kill)}\n`);
      process.stderr.write(`\r${kills.length} kills`);
    }
  }
}
// Much of their time is spent waiting.
await Promise.all([tryDeeds(), tryDeeds(), tryDeeds()]);
process.stderr.write('\n');

const wrong = kills.filter((kill) => kill.wrong.length > 0);
const found: Record<string, number> = {};
for (const kill of kills)
  found[`${kill.deed}: ${kill.found}`] = (found[`${kill.deed}: ${kill.found}`] ?? 0) + 1;
const seconds = Math.round((performance.now() - began) / 100) / 10;
process.stdout.write(
  `${JSON.stringify({ kills: kills.length, seed: Number(values.seed), found, wrong, seconds }, null, 2)}\n`,
);
process.exitCode = wrong.length === 0 && kills.length > 0 ? 0 : 1;
