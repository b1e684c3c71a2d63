import { closeSync, openSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { connect, type Database, type ScheduleRun } from './database.ts';
import { isDamage, unusable } from './storage-error.ts';

export const databaseIn = (dataDir: string) => join(dataDir, 'parley.db');

/** There while the next start is to check the whole database. */
export const suspectIn = (dataDir: string) => `${databaseIn(dataDir)}-suspect`;

/**
 * Opens the database of a data folder, which `ensurePrepared` has looked at before. Throws StorageError with words for a
 * person when it can't be used, and an error of which `isDamage` is true for damage that was not seen before.
 */
export function openDatabase(dataDir: string, after?: ScheduleRun): Database {
  const file = databaseIn(dataDir);
  try {
    closeSync(openSync(file, 'r+'));
    return connect(file, after);
  } catch (error) {
    throw isDamage(error) ? error : unusable(dataDir, error);
  }
}

/** Makes the next start check the whole database, however large it is, and parse each row. */
export function requestFullCheck(dataDir: string): void {
  try {
    writeFileSync(suspectIn(dataDir), '', { mode: 0o600 });
  } catch {
    // Whatever else is written into a folder that can't be written to fails as well, and reports it.
  }
}
