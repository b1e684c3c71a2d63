import type { DatabaseSync } from 'node:sqlite';
import type { DatabaseImage } from './database-image.ts';
import { addLostRows } from './lost-rows.ts';
import { readableRows, rowidName } from './readable-rows.ts';
import { recoveredTables, type Words } from './recovered-tables.ts';
import { createTableCopy, isOfTheDisk, type TableCopy } from './table-copy.ts';

/** The number of restored rows of a table; `of` is the number there were, where that can still be told. */
export type RestoredCount = { table: string; words: Words | undefined; kept: number; of: number | undefined };

/** A damaged database as SQLite reads it, where it does, and as its pages lie; and the one it goes into. */
type Copying = {
  damaged: DatabaseSync | undefined;
  image: DatabaseImage;
  whole: DatabaseSync;
  isCurrent: boolean;
};

/**
 * Copies every row that can be read into an empty database of the same version: first those that SQLite
 * finds, then those that only a look at each page does.
 */
export function copyReadable({ damaged, image, whole, isCurrent }: Copying): RestoredCount[] {
  const copies = recoveredTables.flatMap((table) => {
    const copy = createTableCopy(whole, table, isCurrent);
    return copy === undefined ? [] : [copy];
  });
  const copied = copies.map((copy) => {
    const isWhole = damaged !== undefined && copyTable(damaged, copy);
    return { name: copy.table.name, isWhole, add: copy.add };
  });
  addLostRows(damaged, image, copied);
  return copies.map(({ table: { name, words, isNumbered } }) => ({
    table: name,
    words,
    kept: countRows(whole, name) ?? 0,
    of: damaged && (countRows(damaged, name) ?? (isNumbered ? countNumbers(damaged, name) : undefined)),
  }));
}

/** Copies what SQLite finds of a table; returns true when it reached the end without damage. */
function copyTable(damaged: DatabaseSync, { table, columns, add }: TableCopy): boolean {
  let isWhole = true;
  const missed = () => {
    isWhole = false;
  };
  try {
    for (const row of readableRows(damaged, table.name, columns, missed))
      add(
        Number(row[rowidName]),
        columns.map((column) => row[column] ?? null),
      );
  } catch (error) {
    // A table that can't be read at all, because the damage is where the tables are described.
    if (isOfTheDisk(error)) throw error;
    return false;
  }
  return isWhole;
}

/** The index of a key counts the rows, also those that can't be read. */
export function countRows(connection: DatabaseSync, table: string): number | undefined {
  try {
    return Number(connection.prepare(`SELECT count(*) AS count FROM ${table}`).get()?.['count']);
  } catch {
    return undefined;
  }
}

/** Rows that are numbered without gaps count themselves, as long as the first and the last can be read. */
function countNumbers(connection: DatabaseSync, table: string): number | undefined {
  const first = `SELECT min(rowid) FROM ${table}`;
  const last = `SELECT max(rowid) FROM ${table}`;
  try {
    return Number(connection.prepare(`SELECT (${last}) - (${first}) + 1 AS count`).get()?.['count']);
  } catch {
    return undefined;
  }
}
