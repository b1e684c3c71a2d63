import type { DatabaseSync } from 'node:sqlite';

/** Runs the work in a transaction: all of it or, when it throws, none. */
export function inTransaction<Result>(connection: DatabaseSync, work: () => Result): Result {
  connection.exec('BEGIN IMMEDIATE');
  try {
    const result = work();
    connection.exec('COMMIT');
    return result;
  } catch (error) {
    if (connection.isTransaction) connection.exec('ROLLBACK');
    throw error;
  }
}
