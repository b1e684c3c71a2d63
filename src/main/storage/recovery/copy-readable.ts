import type { DatabaseSync, SQLInputValue, SQLOutputValue, StatementSync } from 'node:sqlite';
import { sqliteCode } from '../storage-error.ts';
import { addLostRows, type DatabaseImage } from './table-leaf.ts';
import { isValidRow, type RecoveredTable, recoveredTables, type Words } from './recovered-tables.ts';

/** The rows of a table that were restored; `of` is how many there were, where that is known. */
export type RestoredCount = { table: string; words: Words | undefined; kept: number; of: number | undefined };

/** The damaged database as SQLite reads it, if it does, and page by page; and the new one. */
type Copying = {
  damaged: DatabaseSync | undefined;
  image: DatabaseImage;
  whole: DatabaseSync;
  isCurrent: boolean;
};

/**
 * Copies every readable row into an empty database of the same version: first the rows that SQLite finds, then
 * those that only reading each page finds.
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

/** Returns true when it reached the end of the table without damage. */
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

/** Counts with the index of the key, and so also the rows that can't be read. */
export function countRows(connection: DatabaseSync, table: string): number | undefined {
  try {
    return Number(connection.prepare(`SELECT count(*) AS count FROM ${table}`).get()?.['count']);
  } catch {
    return undefined;
  }
}

/** Rows that are numbered without gaps are counted from the first and the last. */
function countNumbers(connection: DatabaseSync, table: string): number | undefined {
  const first = `SELECT min(rowid) FROM ${table}`;
  const last = `SELECT max(rowid) FROM ${table}`;
  try {
    return Number(connection.prepare(`SELECT (${last}) - (${first}) + 1 AS count`).get()?.['count']);
  } catch {
    return undefined;
  }
}

export type Row = Record<string, SQLOutputValue>;

const rowidName = 'recovered_rowid';

/** Each failure costs reading one damaged page. */
const mostFailures = 20_000;

/**
 * Yields the readable rows, in no particular order and perhaps twice. Reads from both ends up to the nearest
 * damage, then halves the gap, down to single rows. Calls `missed` at each damage.
 */
function* readableRows(
  connection: DatabaseSync,
  table: string,
  columns: readonly string[],
  missed: () => void,
): Generator<Row, void, void> {
  const select = `SELECT rowid AS ${rowidName}, ${columns.join(', ')} FROM ${table} NOT INDEXED
    WHERE rowid BETWEEN ? AND ? ORDER BY rowid`;
  const upward = connection.prepare(select);
  const downward = connection.prepare(`${select} DESC`);
  const gaps: { from: number; to: number }[] = [{ from: 0, to: highestRowid(connection, table) }];
  for (let failures = 0; failures < mostFailures; failures += 1) {
    const gap = gaps.pop();
    if (gap === undefined) return;
    const up = yield* readOn(upward, gap.from, gap.to);
    if (up.isDone) continue;
    missed();
    const from = up.last === undefined ? gap.from : Math.max(gap.from, up.last + 1);
    const down = yield* readOn(downward, from, gap.to);
    const to = down.last === undefined ? gap.to : Math.min(gap.to, down.last - 1);
    if (from >= to) continue;
    const middle = Math.floor((from + to) / 2);
    gaps.push({ from: middle + 1, to }, { from, to: middle });
  }
}

/** Reads the index of the key; where that fails too, returns more than any table has. */
function highestRowid(connection: DatabaseSync, table: string): number {
  try {
    const index = `sqlite_autoindex_${table}_1`;
    const found = connection.prepare(`SELECT max(rowid) AS highest FROM ${table} INDEXED BY ${index}`).get();
    return Number(found?.['highest'] ?? 0);
  } catch {
    return 2 ** 30;
  }
}

type Reached = { isDone: boolean; last: number | undefined };

/** Reads until the end or the first damage; returns the last row before it. */
function* readOn(select: StatementSync, from: number, to: number): Generator<Row, Reached, void> {
  let last: number | undefined;
  try {
    for (const row of select.iterate(from, to)) {
      last = Number(row[rowidName]);
      yield row;
    }
    return { isDone: true, last };
  } catch {
    return { isDone: false, last };
  }
}

/** A table of the new database. */
type TableCopy = {
  table: RecoveredTable;
  columns: readonly string[];
  /**
   * Stores a row unless it is there or does not fit the columns. Values are in their order; later ones may be
   * missing.
   */
  add(rowid: number, values: readonly SQLInputValue[]): boolean;
};

/**
 * Undefined where this version of the database does not have the table yet. With `isCurrent` its rows have to fit
 * the row schema too.
 */
function createTableCopy(
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
        (!isCurrent || isValidRow(table, row));
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

/** A row from before a column was added lacks it; an INTEGER PRIMARY KEY is stored as the rowid. */
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

/** A row that breaks a constraint is damaged. Throws when the disk fails or is full. */
function tryToStore(insert: () => { changes: number | bigint }): boolean {
  try {
    return insert().changes !== 0;
  } catch (error) {
    if (isOfTheDisk(error)) throw error;
    return false;
  }
}

function isOfTheDisk(error: unknown): boolean {
  const code = sqliteCode(error);
  return code === 10 || code === 13;
}
