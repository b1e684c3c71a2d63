import { existsSync, statSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import { messageOf } from '../../../shared/thrown-error.ts';
import { refuseOtherVersion, versionOf } from '../migrate.ts';
import { currentVersion } from '../migrations/migrations.ts';
import { openReadOnly } from '../database.ts';
import { DamagedDatabase, sqliteCode } from '../storage-error.ts';
import { readWalFile, versionIn, type WalFile } from '../wal/read-wal.ts';
import type { Row } from './copy-readable.ts';
import { isValidRow, recoveredTables } from './recovered-tables.ts';

/** Bytes that are read through in no time; a larger database is checked when its last run was cut off. */
const quicklyChecked = 50_000_000;

/** Bytes of which the indexes and references can be compared with the rows as well, in no more time. */
const thoroughlyChecked = 10_000_000;

/**
 * Looks for damage before anything opens the database for writing, since that changes it: even closing it
 * again puts the WAL into it. Throws DamagedDatabase, or StorageError for a version that this Parley doesn't
 * open. Of one that is `suspected`, since the last run met what it could not read, every row is looked at as
 * well.
 */
export function refuseDamaged(file: string, state: 'unknown' | 'suspected'): void {
  refuseDamagedWal(file);
  const { size } = statSync(file);
  const isSuspect = state === 'suspected' || existsSync(`${file}-wal`) || size < quicklyChecked;
  const isThorough = state === 'suspected' || size < thoroughlyChecked;
  asDamage(() => {
    const connection = openReadOnly(file);
    try {
      refuseOtherVersion(versionOf(connection), file);
      if (isThorough) refuseContradictory(connection);
      else if (isSuspect) refuseMalformed(connection, 'quick_check');
      if (state === 'suspected' && versionOf(connection) === currentVersion) refuseSenseless(connection);
    } finally {
      connection.close();
    }
  });
}

/** SQLite calls a file whose head is damaged a logic error; the statements run here have none. */
function asDamage(check: () => void): void {
  try {
    check();
  } catch (error) {
    throw sqliteCode(error) === 1 ? new DamagedDatabase(messageOf(error)) : error;
  }
}

function refuseMalformed(connection: DatabaseSync, check: 'quick_check' | 'integrity_check'): void {
  const found = connection.prepare(`PRAGMA ${check}(1)`).get()?.[check];
  if (found !== 'ok') throw new DamagedDatabase(String(found));
}

/** A damaged key leads to no row, and a damaged reference hides what hangs on it: both without a word. */
function refuseContradictory(connection: DatabaseSync): void {
  refuseMalformed(connection, 'integrity_check');
  const [dangling] = connection.prepare('PRAGMA foreign_key_check').all();
  if (dangling !== undefined)
    throw new DamagedDatabase(`A row of ${String(dangling['table'])} refers to none.`);
}

function refuseSenseless(connection: DatabaseSync): void {
  for (const table of recoveredTables)
    for (const row of rowsOf(connection, table.name))
      if (!isValidRow(table, row)) throw new DamagedDatabase(`A row of ${table.name} makes no sense.`);
}

function* rowsOf(connection: DatabaseSync, table: string): Generator<Row, void, void> {
  try {
    yield* connection.prepare(`SELECT * FROM ${table}`).iterate();
  } catch (error) {
    throw error instanceof RangeError ? new DamagedDatabase(error.message) : error;
  }
}

/** An up-to-date database without one of its tables has lost a part of its description. */
export function refuseIncomplete(connection: DatabaseSync): void {
  const names = new Set(
    connection
      .prepare('SELECT name FROM sqlite_schema')
      .all()
      .map(({ name }) => name),
  );
  const missing = recoveredTables.find(({ name }) => !names.has(name));
  if (missing !== undefined) throw new DamagedDatabase(`There is no table ${missing.name}.`);
}

/**
 * Throws DamagedDatabase where SQLite would take what stands before the damage in a WAL for all there is, and
 * StorageError where the database has a version that this Parley doesn't open. To be called before SQLite sees
 * the files.
 */
export function refuseDamagedWal(file: string): void {
  const log = readWalFile(file);
  if (log === undefined || !isDamaged(file, log)) return;
  const again = readWalFile(file);
  if (again === undefined || !isDamaged(file, again) || !again.bytes.equals(log.bytes)) return;
  refuseOtherVersion(versionIn(file, log), file);
  throw new DamagedDatabase('Its WAL is damaged.');
}

/** SQLite deletes the WAL of a database that is empty. What looks damaged only once is being written to. */
function isDamaged(file: string, log: WalFile): boolean {
  return log.isDamaged || (log.frames.length > 0 && statSync(file).size === 0);
}
