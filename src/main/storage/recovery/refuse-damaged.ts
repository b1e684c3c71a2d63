import { existsSync, statSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import { DamagedDatabase } from '../storage-error.ts';
import { tables } from '../tables.ts';

/**
 * Up to so many bytes the database is checked at every start; a larger one only when its last run was killed.
 */
const quicklyChecked = 50_000_000;

/** Up to so many bytes its indexes and references are checked as well. */
const thoroughlyChecked = 10_000_000;

/**
 * Throws DamagedDatabase for a damaged database, and SQLite's own errors. To be called before anything opens it for
 * writing, which changes it: even closing it puts the WAL into it. `isSuspect`: the last run met something that it
 * could not read.
 */
export function refuseDamaged(connection: DatabaseSync, file: string, isSuspect: boolean): void {
  const { size } = statSync(file);
  if (isSuspect || size < thoroughlyChecked) refuseContradictory(connection);
  else if (existsSync(`${file}-wal`) || size < quicklyChecked) refuseMalformed(connection, 'quick_check');
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

/** Throws DamagedDatabase when a table is missing from an up-to-date database. */
export function refuseIncomplete(connection: DatabaseSync): void {
  const names = new Set(
    connection
      .prepare('SELECT name FROM sqlite_schema')
      .all()
      .map(({ name }) => name),
  );
  const missing = tables.find((name) => !names.has(name));
  if (missing !== undefined) throw new DamagedDatabase(`There is no table ${missing}.`);
}
