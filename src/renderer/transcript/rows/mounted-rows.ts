import type { SelectedRows } from './selected-rows.ts';
import type { TranscriptRow } from './transcript-rows.ts';

/**
 * The rows that stay in the page wherever it is scrolled: those the person is at, and all from the
 * beginning to the end of the selection, so that what is copied is whole and in order.
 */
export function mountedRows(
  rows: readonly TranscriptRow[],
  isAt: (row: TranscriptRow) => boolean,
  selected: SelectedRows | null,
): number[] {
  const ends = [selected?.anchor, selected?.focus]
    .map((key) => (key ? rows.findIndex((row) => row.key === key) : -1))
    .filter((index) => index >= 0);
  const [first, last] = [Math.min(...ends), Math.max(...ends)];
  return rows.flatMap((row, index) => (isAt(row) || (index >= first && index <= last) ? [index] : []));
}
