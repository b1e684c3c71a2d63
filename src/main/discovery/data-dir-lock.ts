import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { sqliteCode } from '../storage/sqlite-code.ts';

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
