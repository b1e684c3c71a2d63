import type { DatabaseSync } from 'node:sqlite';
import { DamagedDatabase } from '../storage-error.ts';
import type { Row } from './copy-readable.ts';
import { isValidRow, recoveredTables } from './recovered-tables.ts';

/** Parses every row of an up-to-date database; throws DamagedDatabase for one that this Parley would not store. */
export function refuseSenseless(connection: DatabaseSync): void {
  for (const table of recoveredTables)
    for (const row of rowsOf(connection, table.name))
      if (!isValidRow(table, row))
        throw new DamagedDatabase(`A row of ${table.name} is not one that Parley stores.`);
}

function* rowsOf(connection: DatabaseSync, table: string): Generator<Row, void, void> {
  try {
    yield* connection.prepare(`SELECT * FROM ${table}`).iterate();
  } catch (error) {
    throw error instanceof RangeError ? new DamagedDatabase(error.message) : error;
  }
}
