import { z } from 'zod';
import { errorCode, messageOf } from '../../shared/thrown-error.ts';
import type { Problem } from '../../shared/workspace/turn-state.ts';

/**
 * Returns SQLite's primary result code (https://sqlite.org/rescode.html), such as 5 for SQLITE_BUSY; undefined
 * for other errors.
 */
export function sqliteCode(error: unknown): number | undefined {
  if (!(error instanceof Error) || !('errcode' in error) || typeof error.errcode !== 'number')
    return undefined;
  return error.errcode & 0xff;
}

/** The data folder or its database can't be used; the message is meant for a person. */
export class StorageError extends Error {
  override readonly name = 'StorageError';
}

/** A check of the database found damage that SQLite itself had not reported. */
export class DamagedDatabase extends Error {}

const notWritable =
  'It can be read but not written. Check its permissions, or choose another folder with --data-dir.';
const full = 'The disk is full. Free some space and try again.';
const damaged =
  'The database is damaged. Quit Parley and start it again: it then sets the damaged file aside and keeps what can be read.';

/** By SQLite's primary result code. */
const reasons: Record<number, string> = {
  5: 'Another program holds the database. Close it and try again.',
  6: 'Another program holds the database. Close it and try again.',
  8: 'The data folder can be read but not written. Check its permissions.',
  10: 'The disk reported an error; it may be full. Free some space, or check the disk, and try again.',
  11: damaged,
  13: full,
  14: 'The database cannot be opened. Check the permissions of the data folder.',
  26: damaged,
};

/** By the error code of the file system. */
const fileReasons: ReadonlyMap<string, string> = new Map([
  ['EACCES', notWritable],
  ['EPERM', notWritable],
  ['EROFS', notWritable],
  ['ENOSPC', full],
  ['EDQUOT', full],
  ['ENOTDIR', 'A part of its path is a file, not a folder. Choose another folder with --data-dir.'],
  ['EEXIST', 'There is a file in its place. Choose another folder with --data-dir.'],
]);

/** Returns what went wrong and what to do, for a person; undefined when SQLite is not the cause. */
export function storageProblem(error: unknown): string | undefined {
  const code = sqliteCode(error);
  if (code === undefined) return undefined;
  return reasons[code] ?? `The database reported: ${messageOf(error)}`;
}

/** True when the database itself is broken, as opposed to another program or the disk being in the way. */
export function isDamage(error: unknown): boolean {
  const code = sqliteCode(error);
  return error instanceof DamagedDatabase || code === 11 || code === 26;
}

/**
 * True when stored data may be the cause: the database is broken, or a value read from it is not one that Parley
 * stores. Checking every row can tell.
 */
export function mayBeDamage(error: unknown): boolean {
  const isOfSql = sqliteCode(error) === 1;
  const isOfValue =
    error instanceof SyntaxError || error instanceof RangeError || error instanceof z.core.$ZodError;
  return isDamage(error) || isOfSql || isOfValue;
}

/** Returns an error for a person. */
export function unusable(dataDir: string, error: unknown): StorageError {
  if (error instanceof StorageError) return error;
  const reason = storageProblem(error) ?? fileProblem(error) ?? messageOf(error);
  return new StorageError(`The data folder ${dataDir} can't be used. ${reason}`, { cause: error });
}

/** The same for a failure of the file system. */
export function fileProblem(error: unknown): string | undefined {
  return fileReasons.get(errorCode(error) ?? '');
}

/** Returns the problem to show in a chat; undefined when SQLite is not the cause. */
export function storageTrouble(error: unknown): Problem | undefined {
  const todo = storageProblem(error);
  if (todo === undefined) return undefined;
  return {
    topic: 'storage',
    what: 'Parley could not store the chat.',
    kept: 'Everything before this is kept.',
    todo,
    remedies: [{ type: 'resume', verb: 'retry' }],
  };
}
