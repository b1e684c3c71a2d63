import { closeSync, existsSync, mkdirSync, openSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { messageOf } from '../message-of.ts';
import { migrations } from './migrations/migrations.ts';
import { StorageError, storageProblem } from './storage-error.ts';

/**
 * Two connections to one database. `durable` has reached the disk when a statement returns: for
 * whatever a person or an agent is told is stored. `relaxed` survives the end of the process but
 * perhaps not a power cut: for streaming text and drafts.
 */
export type Database = { durable: DatabaseSync; relaxed: DatabaseSync; close(): void };

export type OpenedDatabase = { database: Database; setAside: string | undefined };

/**
 * Opens the database of a data folder, making both where they are missing and bringing an older
 * one up to date after taking a backup. A corrupt one is set aside under another name, which is
 * returned. Throws StorageError with words for a person when the folder can't be used or the
 * database comes from a newer Parley.
 */
export function openDatabase(dataDir: string, now: () => number): OpenedDatabase {
  const file = join(dataDir, 'parley.db');
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    return { database: connect(file), setAside: undefined };
  } catch (error) {
    if (!isCorrupt(error)) throw unusable(dataDir, error);
    const setAside = setCorruptAside(file, now());
    return { database: connect(file), setAside };
  }
}

/** Does all of the work or, when it throws, none of it. */
export function inTransaction<Result>(connection: DatabaseSync, work: () => Result): Result {
  connection.exec('BEGIN IMMEDIATE');
  try {
    const result = work();
    connection.exec('COMMIT');
    return result;
  } catch (error) {
    if (connection.isTransaction) connection.exec('ROLLBACK');
    throw error;
  }
}

function connect(file: string): Database {
  closeSync(openSync(file, 'a', 0o600));
  const suspect = existsSync(`${file}-wal`) || statSync(file).size < quicklyChecked;
  const durable = openConnection(file, 'FULL');
  try {
    if (suspect) refuseDamage(durable);
    migrate(durable, file);
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

function openConnection(file: string, synchronous: 'FULL' | 'NORMAL'): DatabaseSync {
  const connection = new DatabaseSync(file, { timeout: 2_000 });
  try {
    connection.exec(
      `PRAGMA journal_mode = WAL; PRAGMA synchronous = ${synchronous}; PRAGMA foreign_keys = ON;`,
    );
    return connection;
  } catch (error) {
    connection.close();
    throw error;
  }
}

function migrate(connection: DatabaseSync, file: string): void {
  const version = Number(connection.prepare('PRAGMA user_version').get()?.['user_version'] ?? 0);
  if (version > migrations.length) {
    throw new StorageError(
      `${file} was written by a newer Parley. It was left as it is; start that version, or choose another folder with --data-dir.`,
    );
  }
  if (version === migrations.length) return;
  if (version > 0) backUp(connection, `${file}.v${version}.backup`);
  inTransaction(connection, () => {
    for (const migration of migrations.slice(version)) connection.exec(migration);
    connection.exec(`PRAGMA user_version = ${migrations.length}`);
  });
}

function backUp(connection: DatabaseSync, file: string): void {
  if (!existsSync(file)) connection.prepare('VACUUM INTO ?').run(file);
}

/** Bytes that are read through in no time; a larger database is checked when its last run was cut off. */
const quicklyChecked = 50_000_000;

class DamagedDatabase extends Error {}

function refuseDamage(connection: DatabaseSync): void {
  const found = connection.prepare('PRAGMA quick_check(1)').get()?.['quick_check'];
  if (found !== 'ok') throw new DamagedDatabase(String(found));
}

function isCorrupt(error: unknown): boolean {
  const code = error instanceof Error && 'errcode' in error ? Number(error.errcode) & 0xff : 0;
  return error instanceof DamagedDatabase || code === 11 || code === 26;
}

/** The same failure in words for a person. */
export function unusable(dataDir: string, error: unknown): StorageError {
  if (error instanceof StorageError) return error;
  const reason = storageProblem(error) ?? messageOf(error);
  return new StorageError(`The data folder ${dataDir} can't be used. ${reason}`, { cause: error });
}

/** Moves the database and its side files out of the way; nothing is deleted. */
function setCorruptAside(file: string, at: number): string {
  const setAside = `${file}.corrupt-${at}`;
  for (const suffix of ['', '-wal', '-shm']) {
    if (existsSync(file + suffix)) renameSync(file + suffix, setAside + suffix);
  }
  return setAside;
}
