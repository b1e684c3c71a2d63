import type { DatabaseSync, SQLOutputValue, StatementSync } from 'node:sqlite';

export type Row = Record<string, SQLOutputValue>;

/** The column name of a row's rowid. */
export const rowidName = 'recovered_rowid';

/** The most failed reads in one table; each failure costs a look at one damaged page. */
const mostFailures = 20_000;

/**
 * The rows of a table that can still be read, in no particular order and perhaps twice. Reads from both
 * ends to the nearest damage, then halves what lies between, down to single rows. Calls `missed` where it
 * could not read on.
 */
export function* readableRows(
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
