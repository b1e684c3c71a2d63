import { closeSync, existsSync, fsyncSync, openSync, renameSync, rmSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import { inTransaction } from './in-transaction.ts';
import { migrations } from './migrations/migrations.ts';
import { DamagedDatabase, isDamage, StorageError, storageProblem } from './storage-error.ts';

/**
 * Brings a database up to date, all of the way or not at all; what it was is copied beside it first, as
 * `<file>.v<version>.backup`. Throws StorageError when it comes from a newer Parley or can't be brought up.
 */
export function migrate(connection: DatabaseSync, file: string): void {
  const version = versionOf(connection);
  refuseNewer(version, file);
  if (version === migrations.length) return;
  const backup = `${file}.v${version}.backup`;
  if (version > 0) backUp(connection, backup);
  try {
    inTransaction(connection, () => {
      for (const migration of migrations.slice(version)) connection.exec(migration);
      connection.exec(`PRAGMA user_version = ${migrations.length}`);
    });
  } catch (error) {
    if (isDamage(error)) throw error;
    throw new StorageError(
      `${file} could not be brought up to date and is as it was. ${storageProblem(error) ?? String(error)} ${version > 0 ? `A copy of it is in ${backup}.` : ''}`.trim(),
      { cause: error },
    );
  }
}

/** Throws StorageError for a version that only a newer Parley writes. */
export function refuseNewer(version: number, file: string): void {
  if (version >= 0 && version <= migrations.length) return;
  if (version < 0 || version > believable) throw new DamagedDatabase(`Its version is ${version}.`);
  throw new StorageError(
    `${file} was written by a newer Parley. It was left as it is; start that version, or choose another folder with --data-dir.`,
  );
}

/** No Parley will ever have had so many migrations: such a version was not written by one. */
const believable = 10_000;

/** Returns the number of migrations a database has had. */
export function versionOf(connection: DatabaseSync): number {
  return Number(connection.prepare('PRAGMA user_version').get()?.['user_version'] ?? 0);
}

/** A copy that has its name is whole: it gets it last. */
function backUp(connection: DatabaseSync, backup: string): void {
  if (existsSync(backup)) return;
  const draft = `${backup}.new`;
  rmSync(draft, { force: true });
  closeSync(openSync(draft, 'wx', 0o600));
  connection.prepare('VACUUM INTO ?').run(draft);
  const written = openSync(draft, 'r+');
  fsyncSync(written);
  closeSync(written);
  renameSync(draft, backup);
}
