import { closeSync, existsSync, mkdirSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { refuseIrregularFiles } from './data-file.ts';
import { connect, type Database, type ScheduleRun } from './database.ts';
import { migrate } from './migrate.ts';
import { refuseDamaged, refuseIncomplete } from './recovery/refuse-damaged.ts';
import { finishRecovery, recoverDatabase, type Recovery } from './recovery/recover-database.ts';
import { isDamage, unusable } from './storage-error.ts';

/** `recovery` is there when the database was damaged, and says what became of it. */
export type OpenedDatabase = { database: Database; recovery: Recovery | undefined };

const fileIn = (dataDir: string) => join(dataDir, 'parley.db');

const suspectIn = (dataDir: string) => `${fileIn(dataDir)}-suspect`;

/**
 * Opens the database of a data folder, making both where they are missing and bringing an older
 * one up to date after taking a backup. A damaged one is set aside under another name, and what can
 * be read of it is in the new one. Throws StorageError with words for a person when the folder can't
 * be used or this Parley doesn't open the version of the database, which is then left as it is.
 */
export function openDatabase(dataDir: string, now: () => number, after?: ScheduleRun): OpenedDatabase {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    refuseIrregularFiles(dataDir);
    return openOrRecover(dataDir, now, after);
  } catch (error) {
    throw unusable(dataDir, error);
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

function openOrRecover(dataDir: string, now: () => number, after: ScheduleRun | undefined): OpenedDatabase {
  const file = fileIn(dataDir);
  finishRecovery(file, now);
  try {
    return { database: openSound(dataDir, after), recovery: undefined };
  } catch (error) {
    if (!isDamage(error)) throw error;
    const recovery = recoverDatabase(file, now);
    rmSync(suspectIn(dataDir), { force: true });
    return { database: openSound(dataDir, after), recovery };
  }
}

/** Opens a database that is not damaged; throws an error of which `isDamage` is true for one that is. */
function openSound(dataDir: string, after: ScheduleRun | undefined): Database {
  const file = fileIn(dataDir);
  closeSync(openSync(file, 'a', 0o600));
  refuseDamaged(file, existsSync(suspectIn(dataDir)) ? 'suspected' : 'unknown');
  rmSync(suspectIn(dataDir), { force: true });
  const bringUpToDate = (durable: Database['durable']) => {
    migrate(durable, file);
    refuseIncomplete(durable);
  };
  return connect(file, bringUpToDate, after);
}
