import { type Kill, startEditKills } from '../../test/main/folder/edit-kills/edit-kills.ts';

/**
 * `npm run test:kill:edits`: ends the process at every single step of applying and of undoing a preview of
 * five files, and of undoing its turn with what a command changed, and looks at the folder after the next start. Prints its figures as JSON, and fails where a
 * folder is neither as before nor as after.
 */
const began = performance.now();
const edits = await startEditKills();
const { apply, undo, 'undo-turn': undoTurn } = edits.stepsOf;
const kills: Kill[] = [];
for (const [scenario, steps] of [
  ['apply', apply],
  ['undo', undo],
  ['meddled', apply],
  ['undo-turn', undoTurn],
] as const)
  for (const step of steps.keys()) {
    kills.push(await edits.kill(scenario, step));
    process.stderr.write(`\r${kills.length} kills`);
  }
await edits.close();
process.stderr.write('\n');

const neither = kills.filter(({ wrong }) => wrong.length > 0);
const bySteps: Record<string, number> = {};
for (const { step } of kills) bySteps[step] = (bySteps[step] ?? 0) + 1;
const figures = {
  kills: kills.length,
  all: kills.filter(({ outcome }) => outcome === 'all').length,
  none: kills.filter(({ outcome }) => outcome === 'none').length,
  neither,
  bySteps,
  seconds: Math.round((performance.now() - began) / 100) / 10,
};
process.stdout.write(`${JSON.stringify(figures, null, 2)}\n`);
process.exitCode = neither.length === 0 ? 0 : 1;
