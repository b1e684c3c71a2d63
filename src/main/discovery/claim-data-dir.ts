import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as delay } from 'node:timers/promises';
import type { CompanionFile } from '../../shared/host/companion-file.ts';
import { messageOf } from '../../shared/thrown-error.ts';
import { fileProblem, sqliteCode, storageProblem } from '../storage/storage-error.ts';
import { askToShow, companionAddress, findCompanion } from './companion.ts';
import { createDataDir } from './data-dir.ts';

export type DataDirLock = { release(): void };

const BUSY = 5;
const LOCKED = 6;

function isHeldElsewhere(error: unknown): boolean {
  const code = sqliteCode(error);
  return code === BUSY || code === LOCKED;
}

/**
 * Makes this process the only companion of the data dir, or returns `undefined` if another one is.
 * The lock is SQLite's file lock: the operating system drops it however the process ends.
 * Throws when the folder cannot be written.
 */
export function lockDataDir(dataDir: string): DataDirLock | undefined {
  const path = join(dataDir, 'companion.lock');
  // SQLite itself would let others read it, in a folder that lets them in.
  closeSync(openSync(path, 'a', 0o600));
  const file = new DatabaseSync(path);
  try {
    file.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    file.close();
    if (isHeldElsewhere(error)) return undefined;
    throw error;
  }
  return { release: () => file.close() };
}

/** `problem`s are sentences for a person. A `taken` one says why the running companion did not open the folder. */
type Claim =
  | { status: 'claimed'; lock: DataDirLock }
  | { status: 'taken'; address: string; problem: string | undefined }
  | { status: 'failed'; problem: string };

/** The time after which another start counts as hung, and the interval of looking for it; milliseconds. */
const startingTakesAtMost = 10_000;
const lookEvery = 100;

/** The workspace or link that a start is to open. */
type Target = Parameters<typeof askToShow>[1];

async function handOver(companion: CompanionFile, target: Target): Promise<Claim> {
  return {
    status: 'taken',
    address: companionAddress(companion),
    problem: await askToShow(companion, target),
  };
}

function unusableProblem(dataDir: string, error: unknown): string {
  const reason =
    storageProblem(error) ?? fileProblem(error) ?? `${messageOf(error)}. Choose another with --data-dir.`;
  return `The data folder ${dataDir} can't be used. ${reason}`;
}

/** Creates the data dir for this person only; returns why that cannot be, in a sentence for a person. */
export async function prepareDataDir(dataDir: string): Promise<string | undefined> {
  try {
    await createDataDir(dataDir);
    return undefined;
  } catch (error) {
    return unusableProblem(dataDir, error);
  }
}

/**
 * Makes this process the data dir's one companion. If there is one already it is brought to the
 * front, with what is wished for open in it. Of several starts at once one gets the lock; a try at the
 * same instant can fail for all of them, and one that starts can end, so the lock is tried again.
 */
export async function claimDataDir(dataDir: string, target: Target): Promise<Claim> {
  const unusable = await prepareDataDir(dataDir);
  if (unusable !== undefined) return { status: 'failed', problem: unusable };
  for (let waited = 0; waited <= startingTakesAtMost; waited += lookEvery) {
    if (waited > 0) await delay(lookEvery);
    try {
      const lock = lockDataDir(dataDir);
      if (lock !== undefined) return { status: 'claimed', lock };
    } catch (error) {
      return { status: 'failed', problem: unusableProblem(dataDir, error) };
    }
    const companion = await findCompanion(dataDir);
    if (companion !== undefined) return handOver(companion, target);
  }
  const problem = `Another Parley uses the data folder ${dataDir} but does not answer. End it, or choose another folder with --data-dir.`;
  return { status: 'failed', problem };
}
