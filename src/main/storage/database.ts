import { closeSync, existsSync, mkdirSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { migrate } from './migrate.ts';
import { refuseDamaged, refuseIncomplete } from './recovery/refuse-damaged.ts';
import { finishRecovery, recoverDatabase, type Recovery } from './recovery/recover-database.ts';
import { isDamage, unusable } from './storage-error.ts';

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
 * be used or the database comes from a newer Parley.
 */
export function openDatabase(dataDir: string, now: () => number): OpenedDatabase {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    return openOrRecover(dataDir, now);
  } catch (error) {
    throw unusable(dataDir, error);
  }
}

/** Has the next start look through the whole database, however large it is, and at what each row says. */
export function suspectDamage(dataDir: string): void {
  try {
    writeFileSync(suspectIn(dataDir), '', { mode: 0o600 });
  } catch {
    // A folder that can't be written is told of by what else is written there.
  }
}

function openOrRecover(dataDir: string, now: () => number): OpenedDatabase {
  const file = fileIn(dataDir);
  finishRecovery(file, now);
  try {
    return { database: connect(dataDir), recovery: undefined };
  } catch (error) {
    if (!isDamage(error)) throw error;
    const recovery = recoverDatabase(file, now);
    rmSync(suspectIn(dataDir), { force: true });
    return { database: connect(dataDir), recovery };
  }
}

function connect(dataDir: string): Database {
  const file = fileIn(dataDir);
  closeSync(openSync(file, 'a', 0o600));
  refuseDamaged(file, existsSync(suspectIn(dataDir)) ? 'suspected' : 'unknown');
  rmSync(suspectIn(dataDir), { force: true });
  const durable = openConnection(file, 'FULL');
  try {
    migrate(durable, file);
    refuseIncomplete(durable);
    const relaxed = openConnection(file, 'NORMAL');
    return {
      durable,
      relaxed,
      close() {
        relaxed.close();
        durable.close();
      },
    };
  } catch (error) {
    durable.close();
    throw error;
  }
}

/** How long another program may hold the database, in milliseconds. */
const patience = 2_000;

/** The log goes into the database, on the time of whoever writes then, when it holds so many pages (16 MB). */
const pagesInLog = 4_000;

function openConnection(file: string, synchronous: 'FULL' | 'NORMAL'): DatabaseSync {
  const connection = new DatabaseSync(file, { timeout: patience });
  try {
    connection.exec(
      `PRAGMA journal_mode = WAL; PRAGMA synchronous = ${synchronous}; PRAGMA foreign_keys = ON;
       PRAGMA wal_autocheckpoint = ${pagesInLog};`,
    );
    return connection;
  } catch (error) {
    connection.close();
    throw error;
  }
}
