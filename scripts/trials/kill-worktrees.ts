import { type WorktreeKill, worktreeKills } from '../../test/main/worktrees/worktree-kills.ts';

/**
 * `npm run test:kill:worktrees`: ends the process before, during and after each of its calls of git, and together with it,
 * while it makes the worktree of a chat with uncommitted files along, while it removes one with a commit and a file of its own,
 * with its chat or from one that stays, and while it merges its branch or commits to it. Prints its figures as JSON, and fails
 * where the next start finds neither the one state nor the other, or something was lost. `-- --calls 3,5` takes only some of
 * the calls, `--deed merge` one of the deeds.
 */
const began = performance.now();
const at = process.argv.indexOf('--calls');
const calls = at < 0 ? undefined : process.argv[at + 1]?.split(',').map(Number);
const deed = process.argv.indexOf('--deed');
const only = deed < 0 ? undefined : process.argv[deed + 1];
const kills: WorktreeKill[] = [];
for await (const kill of worktreeKills(calls, only)) {
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
process.stdout.write(`${JSON.stringify({ kills: kills.length, found, wrong, seconds }, null, 2)}\n`);
process.exitCode = wrong.length === 0 && kills.length > 0 ? 0 : 1;
