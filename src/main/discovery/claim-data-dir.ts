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
 * Makes this process the only companion of the data folder; returns undefined if another one is. The lock is
 * SQLite's file lock, which the operating system releases however the process ends. Throws when the folder can't
 * be written. A damaged lock file is set aside.
 */
export function lockDataDir(dataDir: string): DataDirLock | undefined {
  const path = join(dataDir, 'companion.lock');
  // Created privately; SQLite itself would use the default mode.
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
 * Empties a lock file that is not a database. In place: renaming it could take the lock away from another start
 * that holds it by then. Its content is kept under another name.
 */
function emptyDamagedLock(path: string): void {
  copyFileSync(path, freePath(`${path}.damaged`));
  truncateSync(path);
}

/** `problem` is a sentence for a person; for `taken`, why the running companion did not open the folder. */
type Claim =
  | { status: 'claimed'; lock: DataDirLock }
  | { status: 'taken'; address: string; problem: string | undefined }
  | { status: 'failed'; problem: string };

/** When another start counts as hung, and how often it is checked, in milliseconds. */
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
 * Creates the data folder privately and checks its files; returns why it can't be used, as a sentence for a
 * person.
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
 * Makes this process the data folder's companion. If there is one already, it comes to the front and opens the
 * target. Of several concurrent starts one gets the lock; a simultaneous try can fail for all of them, and a
 * starting one can end, so the lock is retried.
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
