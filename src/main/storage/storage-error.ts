import type { Problem } from '../../shared/workspace/workspace.ts';

/** The data folder or its database can't be used; the message is meant for a person. */
export class StorageError extends Error {
  override readonly name = 'StorageError';
}

/** By SQLite's primary result code (https://sqlite.org/rescode.html). */
const reasons: Record<number, string> = {
  5: 'Another program holds the database. Close it and try again.',
  8: 'The data folder can be read but not written. Check its permissions.',
  10: 'The disk reported an error.',
  13: 'The disk is full. Free some space and try again.',
  14: 'The database cannot be opened. Check the permissions of the data folder.',
};

/** A failure of SQLite in plain words, or undefined when the error is none of SQLite's. */
export function storageProblem(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('errcode' in error) || typeof error.errcode !== 'number')
    return undefined;
  return reasons[error.errcode & 0xff] ?? `The database reported: ${error.message}`;
}

/** What a failure of SQLite means for the chat it struck, or undefined when the error is none. */
export function storageTrouble(error: unknown): Problem | undefined {
  const todo = storageProblem(error);
  if (todo === undefined) return undefined;
  return { what: 'Parley could not store the chat.', kept: 'Everything before this is kept.', todo };
}
