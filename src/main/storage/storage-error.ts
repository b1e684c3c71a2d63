import type { Problem } from '../../shared/workspace/workspace.ts';

/** The data folder or its database can't be used; the message is meant for a person. */
export class StorageError extends Error {
  override readonly name = 'StorageError';
}

const reasons: Record<string, string> = {
  SQLITE_FULL: 'The disk is full. Free some space and try again.',
  SQLITE_READONLY: 'The data folder can be read but not written. Check its permissions.',
  SQLITE_CANTOPEN: 'The database cannot be opened. Check the permissions of the data folder.',
  SQLITE_BUSY: 'Another program holds the database. Close it and try again.',
  SQLITE_IOERR: 'The disk reported an error.',
};

const codes: Record<number, string> = {
  5: 'SQLITE_BUSY',
  8: 'SQLITE_READONLY',
  10: 'SQLITE_IOERR',
  13: 'SQLITE_FULL',
  14: 'SQLITE_CANTOPEN',
};

/** A failure of SQLite in plain words, or undefined when the error is none of SQLite's. */
export function storageProblem(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('errcode' in error) || typeof error.errcode !== 'number')
    return undefined;
  return reasons[codes[error.errcode & 0xff] ?? ''] ?? `The database reported: ${error.message}`;
}

/** What a failure of SQLite means for the chat it struck, or undefined when the error is none. */
export function storageTrouble(error: unknown): Problem | undefined {
  const todo = storageProblem(error);
  if (todo === undefined) return undefined;
  return { what: 'Parley could not store the chat.', kept: 'Everything before this is kept.', todo };
}
