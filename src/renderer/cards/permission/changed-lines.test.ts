import { expect, test } from 'vitest';
import type { FileDiff } from '../../../shared/previews/preview.ts';
import { diffLines } from '../preview/diff/diff-lines.ts';
import { changedLineCount, firstPieces, linesAtOnce, piecesOf } from './changed-lines.ts';

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
  expect(pieces.map(({ hunk }) => hunk.lines.length)).toEqual(Array<number>(10).fill(100));
  expect(pieces.map(({ beginsHunk }) => beginsHunk)).toEqual([true, ...Array<boolean>(9).fill(false)]);
  expect(pieces.flatMap(({ hunk }) => diffLines(hunk))).toEqual(file.hunks.flatMap(diffLines));
});

test('the first lines of several files are those of the first files', () => {
  const files = [rewritten(50), rewritten(300), rewritten(5)];
  expect(changedLineCount(files)).toBe(710);
  const counts = (lines: number) =>
    firstPieces(files.map(piecesOf), lines).map((pieces) =>
      pieces.reduce((sum, { hunk }) => sum + hunk.lines.length, 0),
    );
  expect(counts(linesAtOnce)).toEqual([100, 0, 0]);
  expect(counts(710)).toEqual([100, 600, 10]);
});
