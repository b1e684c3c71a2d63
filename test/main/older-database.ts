import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/**
 * Makes the database of version 12 that Parley 0.1.0 wrote: the chat `tea`, whose agent asked which tea (it was
 * answered), changed a file (it was applied) and asks which cup, with an attached file and an unsent message.
 * `fill` puts more there.
 */
export function makeOlderDatabase(
  file: string,
  fill: (database: DatabaseSync) => void = () => undefined,
): void {
  const old = new DatabaseSync(file);
  old.exec(readFileSync(join(import.meta.dirname, 'version-12.sql'), 'utf8'));
  old.exec('PRAGMA journal_mode = WAL; PRAGMA foreign_keys = ON');
  fill(old);
  old.close();
}

/** Makes a database of a version that no Parley opens any more. */
export function makeTooOldDatabase(file: string): void {
  makeOlderDatabase(file, (old) => old.exec('PRAGMA user_version = 11'));
}
