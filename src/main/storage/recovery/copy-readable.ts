import type { DatabaseSync, SQLInputValue, SQLOutputValue, StatementSync } from 'node:sqlite';
import { sqliteCode } from '../storage-error.ts';
import { addLostRows, type DatabaseImage } from './table-leaf.ts';
import { isValidRow, type RecoveredTable, recoveredTables, type Words } from './recovered-tables.ts';

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

export type Row = Record<string, SQLOutputValue>;

/** The column name of a row's rowid. */
const rowidName = 'recovered_rowid';

/** The most failed reads in one table; each failure costs a look at one damaged page. */
const mostFailures = 20_000;

/**
 * The rows of a table that can still be read, in no particular order and perhaps twice. Reads from both
 * ends to the nearest damage, then halves what lies between, down to single rows. Calls `missed` where it
 * could not read on.
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

/** As the index of the table's key tells; where that can't be read either, far above what a table has. */
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

/** A table of the new database, to be filled. */
type TableCopy = {
  table: RecoveredTable;
  columns: readonly string[];
  /** Stores a row that fits, in the order of the columns, unless it is there; later columns may be missing. */
  add(rowid: number, values: readonly SQLInputValue[]): boolean;
};

/**
 * Prepares the copy of a table; undefined where the database has no such table yet. `isCurrent`: it has the
 * version of this Parley, to which its rows then have to make sense.
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

function isOfTheDisk(error: unknown): boolean {
  const code = sqliteCode(error);
  return code === 10 || code === 13;
}
