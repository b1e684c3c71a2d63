import { conclude, type Counts, runStage, sum } from './stages.ts';
import { longRounds } from './trials/trials.ts';

/** Runs every trial in full, one after another, and counts a trial as one test. */
const all: Counts[] = [await runStage({ name: 'build', command: 'npm run build' })];
for (const round of longRounds) {
  const counts = await runStage(round);
  all.push({ ...counts, passed: Number(counts.failed === 0) });
}
conclude(sum(all));
