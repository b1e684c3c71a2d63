import { expect, test } from 'vitest';
import type { FileDiff } from '../../../shared/previews/preview.ts';
import { rowsOf } from '../diff/diff-rows.ts';
import { changedRowCount, firstPieces, piecesOf, rowsAtOnce } from './changed-lines.ts';

const rewritten = (lines: number): FileDiff => ({
  path: 'a.ts',
  change: 'changed',
  hunks: [
    {
      oldStart: 1,
      oldLines: lines,
      newStart: 1,
      newLines: lines,
      lines: ['-', '+'].flatMap((sign) => Array.from({ length: lines }, (_, at) => `${sign}line ${at}`)),
    },
  ],
});

test('the pieces of a change have its lines, with the same numbers', () => {
  const file = rewritten(500);
  const pieces = piecesOf(file);
  expect(pieces.map(({ from, to }) => to - from)).toEqual(Array<number>(10).fill(100));
  expect(pieces.flatMap(({ hunk, from, to }) => rowsOf(hunk, from, to))).toEqual(
    file.hunks.flatMap((hunk) => rowsOf(hunk, 0, 1_000)),
  );
});

test('the first lines of several files are those of the first files', () => {
  const files = [rewritten(50), rewritten(300), rewritten(5)];
  expect(changedRowCount(files)).toBe(710);
  const counts = (rows: number) =>
    firstPieces(files.map(piecesOf), rows).map((pieces) =>
      pieces.reduce((sum, { from, to }) => sum + to - from, 0),
    );
  expect(counts(rowsAtOnce)).toEqual([100, 0, 0]);
  expect(counts(710)).toEqual([100, 600, 10]);
});
