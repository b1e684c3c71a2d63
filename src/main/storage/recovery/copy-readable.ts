import type { DatabaseSync } from 'node:sqlite';
import { type Row, readableRows, rowidName } from './readable-rows.ts';
import { recoveredTables, type Words } from './recovered-tables.ts';

/** How many rows of a table are there again; `of` is how many there were, where that can still be told. */
export type Kept = { table: string; words: Words | undefined; kept: number; of: number | undefined };

/** Copies every row that can be read into an empty database of the same version. */
export function copyReadable(damaged: DatabaseSync, whole: DatabaseSync): Kept[] {
  return recoveredTables.flatMap(({ name, json, words, isNumbered }) => {
    const columns = columnsOf(whole, name);
    if (columns.length === 0) return [];
    const kept = copyTable({ damaged, whole, name, columns, json });
    const of = countRows(damaged, name) ?? (isNumbered ? countNumbers(damaged, name) : undefined);
    return [{ table: name, words, kept, of }];
  });
}

type Table = {
  damaged: DatabaseSync;
  whole: DatabaseSync;
  name: string;
  columns: readonly string[];
  json: readonly string[];
};

function copyTable({ damaged, whole, name, columns, json }: Table): number {
  const into = ['rowid', ...columns].join(', ');
  const marks = Array.from({ length: columns.length + 1 }, () => '?').join(', ');
  const insert = whole.prepare(`INSERT OR IGNORE INTO ${name} (${into}) VALUES (${marks})`);
  let kept = 0;
  try {
    for (const row of readableRows(damaged, name, columns)) {
      if (!json.every((column) => isJson(row[column]))) continue;
      kept += tryInsert(() =>
        insert.run(row[rowidName] ?? null, ...columns.map((column) => row[column] ?? null)),
      );
    }
  } catch (error) {
    // A table that can't be read at all, because the damage is where the tables are described.
    if (isOfTheDisk(error)) throw error;
  }
  return kept;
}

/** Damaged values don't fit the column they are for; a disk that is full is another matter. */
function tryInsert(insert: () => { changes: number | bigint }): number {
  try {
    return Number(insert().changes);
  } catch (error) {
    if (isOfTheDisk(error)) throw error;
    return 0;
  }
}

function isOfTheDisk(error: unknown): boolean {
  const code = error instanceof Error && 'errcode' in error ? Number(error.errcode) & 0xff : 0;
  return code === 10 || code === 13;
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

function columnsOf(connection: DatabaseSync, table: string): string[] {
  const columns = connection.prepare('SELECT name FROM pragma_table_info(?)').all(table);
  return columns.map(({ name }) => String(name));
}

function isJson(value: Row[string] | undefined): boolean {
  if (value === null || value === undefined) return true;
  try {
    JSON.parse(String(value));
    return true;
  } catch {
    return false;
  }
}
