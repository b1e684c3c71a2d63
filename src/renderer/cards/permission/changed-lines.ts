import type { FileDiff, Hunk } from '../../../shared/previews/preview.ts';

/** Lines of a change that are shown at first, and added with each frame. */
export const linesAtOnce = 100;

/** Part of the changes of a file: as many lines as are shown at once, `widest` in characters. */
export type DiffPiece = { hunk: Hunk; beginsHunk: boolean; widest: number };

/** Returns the changes of a file in pieces, none of them longer than what is shown at once. */
export function piecesOf({ hunks }: FileDiff): DiffPiece[] {
  return hunks.flatMap((hunk) => {
    let [oldStart, newStart] = [hunk.oldStart, hunk.newStart];
    return Array.from({ length: Math.ceil(hunk.lines.length / linesAtOnce) }, (_, number) => {
      const lines = hunk.lines.slice(number * linesAtOnce, (number + 1) * linesAtOnce);
      const of = (signs: string) => lines.filter((line) => signs.includes(line.charAt(0))).length;
      const piece = { oldStart, newStart, oldLines: of(' -'), newLines: of(' +'), lines };
      oldStart += piece.oldLines;
      newStart += piece.newLines;
      return {
        hunk: piece,
        beginsHunk: number === 0,
        widest: Math.max(...lines.map(({ length }) => length - 1)),
      };
    });
  });
}

/** Returns the number of lines that the changes of files have. */
export function changedLineCount(files: readonly FileDiff[]): number {
  return files.flatMap(({ hunks }) => hunks).reduce((sum, { lines }) => sum + lines.length, 0);
}

/** Returns the pieces of each file that hold the first so many lines of all. */
export function firstPieces(files: readonly (readonly DiffPiece[])[], lines: number): DiffPiece[][] {
  let before = 0;
  return files.map((pieces) =>
    pieces.filter(({ hunk }) => {
      const isShown = before < lines;
      before += hunk.lines.length;
      return isShown;
    }),
  );
}
