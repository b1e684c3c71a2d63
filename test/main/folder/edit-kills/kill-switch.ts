import { constants } from 'node:fs';
import { StatementSync } from 'node:sqlite';
import { type DiskStep, watchDisk } from '../disk-steps.ts';

/**
 * Counts everything that changes a file, a folder or the database from `arm` on, and ends the process by
 * SIGKILL right before the step with a number, from 0; of a text, half is written then. Has to be set before
 * what it watches is loaded.
 */
export async function setKillSwitch(killAt: number) {
  let isArmed = false;
  const steps: string[] = [];
  const isDue = (name: string) => isArmed && steps.push(name) - 1 === killAt;
  await watchDisk(async (step) => {
    if (!changes(step) || !isDue(step.name)) return;
    await step.half?.();
    die();
  });
  const run: unknown = Reflect.get(StatementSync.prototype, 'run');
  if (typeof run !== 'function') throw new Error('The database is written in another way.');
  Reflect.set(StatementSync.prototype, 'run', function method(this: unknown, ...values: unknown[]) {
    if (isDue('database')) die();
    const changes: unknown = Reflect.apply(run, this, values);
    return changes;
  });
  return {
    arm: () => {
      isArmed = true;
    },
    steps,
  };
}

const looks = new Set(['lstat', 'readFile', 'readlink', 'realpath']);

/** Opening counts where it makes a file. */
function changes({ name, values }: DiskStep): boolean {
  if (name === 'open') return (Number(values[1]) & constants.O_CREAT) !== 0;
  return !looks.has(name);
}

function die(): never {
  process.kill(process.pid, 'SIGKILL');
  throw new Error('The process should have ended.');
}
