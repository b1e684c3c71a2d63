import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { openReadOnly } from './open-read-only.ts';
import { migrate, refuseNewer, versionOf } from './migrate.ts';
import { finishRecovery, recoverDatabase, type Recovery } from './recovery/recover-database.ts';
import { recoveredTables } from './recovery/recovered-tables.ts';
import { DamagedDatabase, isDamage, unusable } from './storage-error.ts';

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

/**
 * Has the next start look through the whole database, however large it is: a damaged page was met. Where
 * it is `certain`, since what is stored makes no sense, the next start recovers what does.
 */
export function suspectDamage(dataDir: string, how: 'suspected' | 'certain' = 'suspected'): void {
  try {
    writeFileSync(suspectIn(dataDir), how, { mode: 0o600 });
  } catch {
    // A folder that can't be written is told of by what else is written there.
  }
}

function suspicionIn(dataDir: string): string | undefined {
  const file = suspectIn(dataDir);
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
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
  const suspicion = suspicionIn(dataDir);
  const isSuspect =
    suspicion !== undefined || existsSync(`${file}-wal`) || statSync(file).size < quicklyChecked;
  asDamage(() => leaveNewerAlone(file));
  if (suspicion === 'certain') throw new DamagedDatabase('What is stored makes no sense.');
  const durable = asDamage(() => openConnection(file, 'FULL'));
  try {
    if (isSuspect) refuseDamage(durable);
    rmSync(suspectIn(dataDir), { force: true });
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

/** SQLite calls a file whose head is damaged a logic error; the statements run here have none. */
function asDamage<Result>(open: () => Result): Result {
  try {
    return open();
  } catch (error) {
    throw error instanceof Error && 'errcode' in error && error.errcode === 1
      ? new DamagedDatabase(error.message)
      : error;
  }
}

/** Looks at the version before anything is written, for opening a database sets its journal. */
function leaveNewerAlone(file: string): void {
  const connection = openReadOnly(file);
  try {
    refuseNewer(versionOf(connection), file);
  } finally {
    connection.close();
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

/** Bytes that are read through in no time; a larger database is checked when its last run was cut off. */
const quicklyChecked = 50_000_000;

function refuseDamage(connection: DatabaseSync): void {
  const found = connection.prepare('PRAGMA quick_check(1)').get()?.['quick_check'];
  if (found !== 'ok') throw new DamagedDatabase(String(found));
}

/** An up-to-date database without one of its tables has lost a part of its description. */
function refuseIncomplete(connection: DatabaseSync): void {
  const names = new Set(
    connection
      .prepare('SELECT name FROM sqlite_schema')
      .all()
      .map(({ name }) => name),
  );
  const missing = recoveredTables.find(({ name }) => !names.has(name));
  if (missing !== undefined) throw new DamagedDatabase(`There is no table ${missing.name}.`);
}
