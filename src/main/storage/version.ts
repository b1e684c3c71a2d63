import type { DatabaseSync } from 'node:sqlite';
import { DamagedDatabase, StorageError } from './storage-error.ts';

/** The oldest version that opens: that of the schema in `migrations/`. */
export const oldestVersion = 12;

/** The version that this Parley writes: that of the last migration. */
export const currentVersion = 51;

/** Tells if a database of this version can be opened. */
export function canOpen(version: number): boolean {
  return version >= oldestVersion && version <= currentVersion;
}

/** Returns the version of a database, 0 for one without tables. */
export function versionOf(connection: DatabaseSync): number {
  return Number(connection.prepare('PRAGMA user_version').get()?.['user_version'] ?? 0);
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
