import { conclude, type Counts, runInOrder, sum } from './stages.ts';
import { longRounds } from './trials/trials.ts';

/** Runs every trial in full, one after another, and counts a trial as one. */
const all: Counts[] = [await runInOrder([{ name: 'build', command: 'npm run build' }])];
for (const round of longRounds) {
  const { failed } = await runInOrder([round]);
  all.push({ passed: Number(failed === 0), failed });
}
conclude(sum(all));
