import { parseArgs } from 'node:util';
import { type WorktreeKill, worktreeKills } from '../../test/main/worktrees/worktree-kills.ts';
import { seededRandom } from './random.ts';

/**
 * `npm run test:kill:worktrees`: ends the process before, during and after each of its calls of git, and together with it,
 * while it makes the worktree of a chat with uncommitted files along, while it removes one with a commit and a file of its own,
 * with its chat or from one that stays, and while it merges its branch or commits to it. Prints its figures as JSON, and fails
 * where the next start finds neither the one state nor the other, or something was lost. `-- --sample 1` ends it so many times
 * in each deed, at moments that `--seed` repeats; `--calls 3,5` takes some of the calls, `--deed merge` one of the deeds.
 */
const { values } = parseArgs({
  options: {
    sample: { type: 'string' },
    seed: { type: 'string', default: `${Date.now()}` },
    calls: { type: 'string' },
    deed: { type: 'string' },
  },
});
const began = performance.now();
const random = seededRandom(Number(values.seed));
const calls = values.calls?.split(',').map(Number);

function sampled<Moment>(all: readonly Moment[]): readonly Moment[] {
  if (values.sample === undefined) return all;
  const left = [...all];
  return Array.from({ length: Number(values.sample) }).flatMap(() =>
    left.splice(Math.floor(random() * left.length), 1),
  );
}

const kills: WorktreeKill[] = [];
for await (const kill of worktreeKills(
  (all) => sampled(all.filter(({ call }) => calls?.includes(call) ?? true)),
  values.deed,
)) {
  kills.push(kill);
  if (kill.wrong.length > 0) process.stderr.write(`\n${JSON.stringify(kill)}\n`);
  process.stderr.write(`\r${kills.length} kills`);
}
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
