import { closeSync, fsyncSync, openSync, renameSync, rmSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import { inTransaction } from './database.ts';
import {
  canOpen,
  currentVersion,
  oldestVersion,
  statementsFor,
  statementsSince,
} from './migrations/migrations.ts';
import { DamagedDatabase, isDamage, StorageError, storageProblem } from './storage-error.ts';

/**
 * Gives an empty database its tables, and brings an older one up to date in one transaction, after copying it to
 * `<file>.v<version>.backup`. Throws StorageError when this Parley does not open its version, or a migration
 * fails.
 */
export function migrate(connection: DatabaseSync, file: string): void {
  const version = versionOf(connection);
  refuseOtherVersion(version, file);
  if (version === currentVersion) return;
  const backup = `${file}.v${version}.backup`;
  if (version > 0) backUp(connection, backup);
  try {
    inTransaction(connection, () => {
      const statements = version === 0 ? statementsFor(currentVersion) : statementsSince(version);
      for (const statement of statements) connection.exec(statement);
      connection.exec(`PRAGMA user_version = ${currentVersion}`);
    });
  } catch (error) {
    if (isDamage(error)) throw error;
    throw new StorageError(
      `${file} could not be brought up to date and is as it was. ${storageProblem(error) ?? String(error)} ${version > 0 ? `A copy of it is in ${backup}.` : ''}`.trim(),
      { cause: error },
    );
  }
}

/** Throws StorageError for a version that only an older or a newer Parley opens; 0 is an empty database. */
export function refuseOtherVersion(version: number, file: string): void {
  if (version === 0 || canOpen(version)) return;
  if (version < 0 || version > believable) throw new DamagedDatabase(`Its version is ${version}.`);
  throw new StorageError(version < oldestVersion ? tooOld(file) : tooNew(file));
}

const tooOld = (file: string) =>
  `${file} was written by a Parley from before 0.1.0. It was left as it is; start Parley 0.1.0 on it once, which brings it up to date, or choose another folder with --data-dir.`;

const tooNew = (file: string) =>
  `${file} was written by a newer Parley. It was left as it is; start that version, or choose another folder with --data-dir.`;

/** A higher version was written by damage: no Parley will have so many migrations. */
const believable = 10_000;

/** Returns the version of a database, 0 for one without tables. */
export function versionOf(connection: DatabaseSync): number {
  return Number(connection.prepare('PRAGMA user_version').get()?.['user_version'] ?? 0);
}

/** Writes to another name first, so that a copy with this name is whole. */
function backUp(connection: DatabaseSync, backup: string): void {
  const draft = `${backup}.new`;
  rmSync(draft, { force: true });
  closeSync(openSync(draft, 'wx', 0o600));
  connection.prepare('VACUUM INTO ?').run(draft);
  const written = openSync(draft, 'r+');
  fsyncSync(written);
  closeSync(written);
  renameSync(draft, backup);
}
