import { closeSync, fsyncSync, openSync, renameSync, rmSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import { inTransaction } from './database.ts';
import { statementsFor, statementsSince } from './migrations/migrations.ts';
import { isDamage, StorageError, storageProblem } from './storage-error.ts';
import { currentVersion, refuseOtherVersion, versionOf } from './version.ts';

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
