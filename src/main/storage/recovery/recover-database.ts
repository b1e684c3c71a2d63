import { closeSync, existsSync, openSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { inTransaction } from '../in-transaction.ts';
import { canOpen, currentVersion, statementsFor } from '../migrations/migrations.ts';
import { freePath } from '../data-file.ts';
import { openReadOnly } from '../open-read-only.ts';
import { copyReadable, countRows, type RestoredCount } from './copy-readable.ts';
import { type DatabaseImage, createImage } from './database-image.ts';
import { repairReferences } from './repair-references.ts';

/**
 * The place of a damaged database, and the tables restored from it. `lostChanges` counts the pages of the
 * latest changes that could not be read.
 */
export type Recovery = { setAside: string; kept: readonly RestoredCount[]; lostChanges: number };

const suffixes = ['', '-wal', '-shm'];

/**
 * Replaces a damaged database by a new one, with every row that can still be read, at the version the damaged
 * one had. The damaged one is only read and then renamed. The new one takes its place last, so that an end in
 * the middle leaves either the damaged one, to begin again, or the whole new one.
 */
export function recoverDatabase(file: string, now: () => number): Recovery {
  const fresh = freshFile(file);
  const image = `${file}.image`;
  try {
    rmSync(image, { force: true });
    const created = createImage(file, image);
    const kept = fill(fresh, created, now());
    const setAside = moveAside(file, now());
    renameSync(fresh, file);
    return { setAside, kept, lostChanges: created.lost };
  } finally {
    rmSync(image, { force: true });
  }
}

/** Ends a recovery that was cut off in its last steps. What the damaged one left must not meet the new one. */
export function finishRecovery(file: string, now: () => number): void {
  const fresh = `${file}.recovered`;
  if (!existsSync(fresh) || existsSync(file)) return;
  moveAside(file, now());
  renameSync(fresh, file);
}

/** Renames the database first, then what belongs to it. The clock may have been set back to a time that has a name. */
function moveAside(file: string, at: number): string {
  const setAside = freePath(`${file}.corrupt-${at}`);
  for (const suffix of suffixes) if (existsSync(file + suffix)) renameSync(file + suffix, setAside + suffix);
  return setAside;
}

function freshFile(file: string): string {
  const fresh = `${file}.recovered`;
  for (const suffix of [...suffixes, '-journal']) rmSync(fresh + suffix, { force: true });
  closeSync(openSync(fresh, 'wx', 0o600));
  return fresh;
}

function fill(fresh: string, image: DatabaseImage, at: number): RestoredCount[] {
  const damaged = openDamaged(image.file);
  const whole = new DatabaseSync(fresh, { enableForeignKeyConstraints: false });
  try {
    whole.exec('PRAGMA journal_mode = DELETE; PRAGMA synchronous = FULL');
    const version = versionOf(damaged);
    return inTransaction(whole, () => {
      for (const statement of statementsFor(version)) whole.exec(statement);
      whole.exec(`PRAGMA user_version = ${version}`);
      const isCurrent = version === currentVersion;
      const kept = copyReadable({ damaged, image, whole, isCurrent });
      repairReferences(damaged, whole, join(dirname(fresh), 'recovered'), at);
      return kept.map((of) => recounted(whole, of));
    });
  } finally {
    whole.close();
    damaged?.close();
  }
}

/**
 * Counts the rows that are in the new database at last; the placeholders for holes are no parts of messages.
 */
function recounted(whole: DatabaseSync, kept: RestoredCount): RestoredCount {
  return kept.table === 'parts' ? kept : { ...kept, kept: countRows(whole, kept.table) ?? 0 };
}

/** Tables are found also where the description of later ones is damaged: that is what `writable_schema` is for. */
function openDamaged(file: string): DatabaseSync | undefined {
  try {
    const damaged = openReadOnly(file, { defensive: false });
    damaged.exec('PRAGMA writable_schema = ON');
    return damaged;
  } catch {
    return undefined;
  }
}

/** Returns its version, the current one where that can't be told any more. */
function versionOf(damaged: DatabaseSync | undefined): number {
  try {
    const version = Number(damaged?.prepare('PRAGMA user_version').get()?.['user_version']);
    return canOpen(version) ? version : currentVersion;
  } catch {
    return currentVersion;
  }
}
