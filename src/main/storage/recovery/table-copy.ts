import type { DatabaseSync, SQLInputValue, SQLOutputValue } from 'node:sqlite';
import type { RecoveredTable } from './recovered-tables.ts';
import { isValidRow } from './valid-row.ts';
import { sqliteCode } from '../storage-error.ts';

/** A table of the new database, to be filled. */
export type TableCopy = {
  table: RecoveredTable;
  columns: readonly string[];
  /** Stores a row that fits, in the order of the columns, unless it is there; later columns may be missing. */
  add(rowid: number, values: readonly SQLInputValue[]): boolean;
};

/**
 * Prepares the copy of a table; undefined where the database has no such table yet. `isCurrent`: it has the
 * version of this Parley, to which its rows then have to make sense.
 */
export function createTableCopy(
  whole: DatabaseSync,
  table: RecoveredTable,
  isCurrent: boolean,
): TableCopy | undefined {
  const columns = columnsOf(whole, table.name);
  if (columns.length === 0) return undefined;
  const names = columns.map(({ name }) => name);
  const into = ['rowid', ...names];
  const insert = whole.prepare(
    `INSERT OR IGNORE INTO ${table.name} (${into.join(', ')}) VALUES (${into.map(() => '?').join(', ')})`,
  );
  return {
    table,
    columns: names,
    add(rowid, stored) {
      const values = columns.map((column, index) => valueIn(column, stored[index], rowid));
      const row = Object.fromEntries(names.map((name, index) => [name, values[index]]));
      const isSound =
        stored.length <= columns.length &&
        columns.every((column, index) => fits(column, values[index])) &&
        table.json.every((column) => isJson(row[column])) &&
        (!isCurrent || isValidRow(table.name, row));
      return isSound && tryToStore(() => insert.run(rowid, ...values));
    },
  };
}

type Column = { name: string; type: string; isRequired: boolean; isRowid: boolean; fallback: SQLOutputValue };

function columnsOf(connection: DatabaseSync, table: string): Column[] {
  const columns = connection
    .prepare('SELECT name, type, "notnull" AS required, pk, dflt_value AS fallback FROM pragma_table_info(?)')
    .all(table);
  return columns.map(({ name, type, required, pk, fallback }) => ({
    name: String(name),
    type: String(type),
    isRequired: required === 1,
    isRowid: type === 'INTEGER' && pk === 1 && required === 0,
    fallback: connection.prepare(`SELECT ${String(fallback)} AS value`).get()?.['value'] ?? null,
  }));
}

/** A row from before a column was added lacks it; the number of a row stands beside its values. */
function valueIn(column: Column, stored: SQLInputValue | undefined, rowid: number): SQLInputValue {
  if (column.isRowid) return stored ?? rowid;
  return stored === undefined ? column.fallback : stored;
}

function fits({ type, isRequired }: Column, value: SQLInputValue | undefined): boolean {
  if (value === null || value === undefined) return !isRequired;
  switch (type) {
    case 'INTEGER':
      return Number.isSafeInteger(value);
    case 'REAL':
      return typeof value === 'number';
    case 'TEXT':
      return typeof value === 'string';
    default:
      return value instanceof Uint8Array;
  }
}

function isJson(value: SQLInputValue | undefined): boolean {
  if (value === null || value === undefined) return true;
  if (typeof value !== 'string') return false;
  try {
    JSON.parse(value);
    return true;
  } catch {
    return false;
  }
}

/** A row against the rules of its table is damaged; a disk that is full is another matter. */
function tryToStore(insert: () => { changes: number | bigint }): boolean {
  try {
    return insert().changes !== 0;
  } catch (error) {
    if (isOfTheDisk(error)) throw error;
    return false;
  }
}

export function isOfTheDisk(error: unknown): boolean {
  const code = sqliteCode(error);
  return code === 10 || code === 13;
}
