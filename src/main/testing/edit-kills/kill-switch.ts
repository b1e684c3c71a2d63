import fs, { type FileHandle } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { StatementSync } from 'node:sqlite';

/** Asked before every step; ends the process where it is the one, after `half` of it. */
type Step = (name: string, half?: () => Promise<unknown>) => Promise<void>;

/**
 * Counts everything that changes a file, a folder or the database from `arm` on, and ends the process by
 * SIGKILL right before the step with a number, from 0; of a text, half is written then. Has to be set before
 * what it watches is loaded.
 */
export async function setKillSwitch(killAt: number) {
  let isArmed = false;
  const steps: string[] = [];
  const isDue = (name: string) => isArmed && steps.push(name) - 1 === killAt;
  const step: Step = async (name, half) => {
    if (!isDue(name)) return;
    await half?.();
    die();
  };
  watchNames(step);
  await watchTexts(step);
  watchDatabase(() => {
    if (isDue('database')) die();
  });
  syncBuiltinESMExports();
  return {
    arm: () => {
      isArmed = true;
    },
    steps,
  };
}

function die(): never {
  process.kill(process.pid, 'SIGKILL');
  throw new Error('The process should have ended.');
}

/** What changes the names in a folder. Opening counts where it makes a file. */
function watchNames(step: Step): void {
  for (const name of ['open', 'mkdir', 'rename', 'link', 'unlink', 'rmdir'] as const)
    replaceMethod(fs, name, async (real, values) => {
      const changes = name !== 'open' || (Number(values[1]) & fs.constants.O_CREAT) !== 0;
      if (changes) await step(name);
      return real(...values);
    });
}

/** What changes a file that is open. */
async function watchTexts(step: Step): Promise<void> {
  const handle = await fs.open(process.execPath);
  const prototype: unknown = Object.getPrototypeOf(handle);
  await handle.close();
  if (typeof prototype !== 'object' || prototype === null)
    throw new Error('Files are opened in another way.');
  for (const name of ['chown', 'chmod', 'sync'] as const)
    replaceMethod(prototype, name, async (real, values) => {
      await step(name);
      return real(...values);
    });
  replaceMethod(prototype, 'writeFile', async (real, values) => {
    const text = String(values[0]);
    await step('writeFile', async () => real(text.slice(0, text.length / 2)));
    return real(...values);
  });
}

function watchDatabase(step: () => void): void {
  replaceMethod(StatementSync.prototype, 'run', (real, values) => {
    step();
    return real(...values);
  });
}

type Instead = (real: (...values: unknown[]) => unknown, values: unknown[]) => unknown;

function replaceMethod(
  owner: object,
  name: keyof FileHandle | keyof typeof fs | 'run',
  instead: Instead,
): void {
  const real: unknown = Reflect.get(owner, name);
  if (typeof real !== 'function') throw new Error(`There is no method ${String(name)}.`);
  Reflect.set(owner, name, function method(this: unknown, ...values: unknown[]) {
    return instead((...given) => Reflect.apply(real, this, given), values);
  });
}
