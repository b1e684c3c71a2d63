import { closeSync, existsSync, mkdirSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { type Checkpoints, createCheckpoints, type ScheduleRun } from './checkpoints.ts';
import { refuseIrregularFiles } from './data-file.ts';
import { migrate } from './migrate.ts';
import { refuseDamaged, refuseIncomplete } from './recovery/refuse-damaged.ts';
import { finishRecovery, recoverDatabase, type Recovery } from './recovery/recover-database.ts';
import { isDamage, unusable } from './storage-error.ts';
import { WritingConnection } from './writing-connection.ts';

/**
 * Two connections to one database. `durable` has reached the disk when a statement returns: for
 * whatever a person or an agent is told is stored. `relaxed` survives the end of the process but
 * perhaps not a power cut: for streaming text and drafts.
 */
export type Database = { durable: DatabaseSync; relaxed: DatabaseSync; close(): void };

/** `recovery` is there when the database was damaged, and tells what became of it. */
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
    // A folder that can't be written is told of by what else is written there.
  }
}

function openOrRecover(dataDir: string, now: () => number, after: ScheduleRun | undefined): OpenedDatabase {
  const file = fileIn(dataDir);
  finishRecovery(file, now);
  try {
    return { database: connect(dataDir, after), recovery: undefined };
  } catch (error) {
    if (!isDamage(error)) throw error;
    const recovery = recoverDatabase(file, now);
    rmSync(suspectIn(dataDir), { force: true });
    return { database: connect(dataDir, after), recovery };
  }
}

function connect(dataDir: string, after: ScheduleRun | undefined): Database {
  const file = fileIn(dataDir);
  closeSync(openSync(file, 'a', 0o600));
  refuseDamaged(file, existsSync(suspectIn(dataDir)) ? 'suspected' : 'unknown');
  rmSync(suspectIn(dataDir), { force: true });
  const state: { checkpoints?: Checkpoints } = {};
  const wrote = () => state.checkpoints?.wrote();
  const durable = openConnection(file, 'FULL', wrote);
  try {
    migrate(durable, file);
    refuseIncomplete(durable);
    const relaxed = openConnection(file, 'NORMAL', wrote);
    const checkpoints = createCheckpoints({ connection: durable, patience, after });
    state.checkpoints = checkpoints;
    wrote();
    return {
      durable,
      relaxed,
      close() {
        checkpoints.close();
        relaxed.close();
        durable.close();
      },
    };
  } catch (error) {
    durable.close();
    throw error;
  }
}

/** The time to wait while another program holds the database, in milliseconds. */
const patience = 2_000;

/** SQLite checkpoints at this size of the WAL (1 MB), on the time of whoever writes then, and overwrites it from its beginning. */
const pagesInWal = 254;

/** A large transaction's WAL is cut back to so many bytes when it begins anew. */
const mostOfWal = 1_048_576;

function openConnection(file: string, synchronous: 'FULL' | 'NORMAL', wrote: () => void): DatabaseSync {
  const connection = new WritingConnection(file, { timeout: patience }, wrote);
  try {
    connection.exec(
      `PRAGMA journal_mode = WAL; PRAGMA synchronous = ${synchronous}; PRAGMA foreign_keys = ON;
       PRAGMA wal_autocheckpoint = ${pagesInWal}; PRAGMA journal_size_limit = ${mostOfWal};`,
    );
    return connection;
  } catch (error) {
    connection.close();
    throw error;
  }
}
