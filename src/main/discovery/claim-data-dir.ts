import { closeSync, copyFileSync, openSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as delay } from 'node:timers/promises';
import type { CompanionFile } from '../../shared/host/companion-file.ts';
import { freePath, refuseIrregularFiles } from '../storage/data-file.ts';
import { isDamage, sqliteCode, unusable } from '../storage/storage-error.ts';
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
 * Throws when the folder cannot be written. The content of a lock that is damaged is set aside.
 */
export function lockDataDir(dataDir: string): DataDirLock | undefined {
  const path = join(dataDir, 'companion.lock');
  // SQLite itself would let others read it, in a folder that lets them in.
  closeSync(openSync(path, 'a', 0o600));
  try {
    return holdLock(path);
  } catch (error) {
    if (!isDamage(error)) throw error;
    emptyDamagedLock(path);
    return holdLock(path);
  }
}

function holdLock(path: string): DataDirLock | undefined {
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

/**
 * Makes a lock of a file that is no database. Emptied in place, since another start that renamed it could take
 * the lock away from one that has it by then; its content is kept under another name.
 */
function emptyDamagedLock(path: string): void {
  copyFileSync(path, freePath(`${path}.damaged`));
  truncateSync(path);
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

/**
 * Creates the data dir for this person only, and looks at what is in it; returns why it cannot be used, in a
 * sentence for a person.
 */
export async function prepareDataDir(dataDir: string): Promise<string | undefined> {
  try {
    await createDataDir(dataDir);
    refuseIrregularFiles(dataDir);
    return undefined;
  } catch (error) {
    return unusable(dataDir, error).message;
  }
}

/**
 * Makes this process the data dir's one companion. If there is one already it is brought to the
 * front, with what is wished for open in it. Of several starts at once one gets the lock; a try at the
 * same instant can fail for all of them, and one that starts can end, so the lock is tried again.
 */
export async function claimDataDir(dataDir: string, target: Target): Promise<Claim> {
  const inTheWay = await prepareDataDir(dataDir);
  if (inTheWay !== undefined) return { status: 'failed', problem: inTheWay };
  for (let waited = 0; waited <= startingTakesAtMost; waited += lookEvery) {
    if (waited > 0) await delay(lookEvery);
    try {
      const lock = lockDataDir(dataDir);
      if (lock !== undefined) return { status: 'claimed', lock };
    } catch (error) {
      return { status: 'failed', problem: unusable(dataDir, error).message };
    }
    const companion = await findCompanion(dataDir);
    if (companion !== undefined) return handOver(companion, target);
  }
  const problem = `Another Parley uses the data folder ${dataDir} but does not answer. End it, or choose another folder with --data-dir.`;
  return { status: 'failed', problem };
}
