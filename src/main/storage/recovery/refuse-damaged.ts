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

/**
 * Up to so many bytes the database is checked at every start; a larger one only when its last run was killed.
 */
const quicklyChecked = 50_000_000;

/** Up to so many bytes its indexes and references are checked as well. */
const thoroughlyChecked = 10_000_000;

/**
 * Throws DamagedDatabase for a damaged database, and StorageError for one of a version that this Parley does not
 * open. To be called before anything opens it for writing, which changes it: even closing it puts the WAL into
 * it. `suspected`: the last run met something that it could not read, so every row is checked too.
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

/** SQLite reports a damaged file header as a logic error, which none of these statements has. */
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

/** SQLite does not report a damaged key or a damaged reference by itself: rows are just not found. */
function refuseContradictory(connection: DatabaseSync): void {
  refuseMalformed(connection, 'integrity_check');
  const [dangling] = connection.prepare('PRAGMA foreign_key_check').all();
  if (dangling !== undefined)
    throw new DamagedDatabase(`A row of ${String(dangling['table'])} refers to a row that is missing.`);
}

function refuseSenseless(connection: DatabaseSync): void {
  for (const table of recoveredTables)
    for (const row of rowsOf(connection, table.name))
      if (!isValidRow(table, row))
        throw new DamagedDatabase(`A row of ${table.name} is not one that Parley stores.`);
}

function* rowsOf(connection: DatabaseSync, table: string): Generator<Row, void, void> {
  try {
    yield* connection.prepare(`SELECT * FROM ${table}`).iterate();
  } catch (error) {
    throw error instanceof RangeError ? new DamagedDatabase(error.message) : error;
  }
}

/** Throws DamagedDatabase when a table is missing from an up-to-date database. */
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
 * Throws DamagedDatabase where SQLite would silently drop a part of the WAL, and StorageError for a version that
 * this Parley does not open. To be called before SQLite opens the files.
 */
export function refuseDamagedWal(file: string): void {
  const log = readWalFile(file);
  if (log === undefined || !isDamaged(file, log)) return;
  const again = readWalFile(file);
  if (again === undefined || !isDamaged(file, again) || !again.bytes.equals(log.bytes)) return;
  refuseOtherVersion(versionIn(file, log), file);
  throw new DamagedDatabase('Its WAL is damaged.');
}

/** SQLite deletes the WAL of an empty database file. */
function isDamaged(file: string, log: WalFile): boolean {
  return log.isDamaged || (log.frames.length > 0 && statSync(file).size === 0);
}
