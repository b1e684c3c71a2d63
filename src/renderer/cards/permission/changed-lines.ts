import type { FileDiff, Hunk } from '../../../shared/previews/preview.ts';
import { rowCount } from '../diff/diff-rows.ts';

/** Rows of a change that are shown at first, and added with each frame. */
export const rowsAtOnce = 100;

/** Part of the changes of a file: rows of a hunk, as many as are shown at once. */
export type DiffPiece = { hunk: Hunk; from: number; to: number };

/** Returns the changes of a file in pieces, none of them longer than what is shown at once. */
export function piecesOf({ hunks }: FileDiff): DiffPiece[] {
  return hunks.flatMap((hunk) => {
    const rows = rowCount(hunk);
    return Array.from({ length: Math.ceil(rows / rowsAtOnce) }, (_, number) => {
      const from = number * rowsAtOnce;
      return { hunk, from, to: Math.min(rows, from + rowsAtOnce) };
    });
  });
}

/** Returns the number of rows that the changes of files have. */
export function changedRowCount(files: readonly FileDiff[]): number {
  return files.flatMap(({ hunks }) => hunks).reduce((sum, hunk) => sum + rowCount(hunk), 0);
}

/** Returns the pieces of each file that hold the first so many rows of all. */
export function firstPieces(files: readonly (readonly DiffPiece[])[], rows: number): DiffPiece[][] {
  let before = 0;
  return files.map((pieces) =>
    pieces.filter(({ from, to }) => {
      const isShown = before < rows;
      before += to - from;
      return isShown;
    }),
  );
}
