import { expect, it } from 'vitest';
import type { FileDiff, Hunk } from '../../../shared/previews/preview.ts';
import { changedHunks } from '../../../shared/previews/text-diff.ts';
import {
  firstChangedLine,
  fitsOnCard,
  hasMixedEnds,
  rowsShown,
  shownHunks,
  unchangedAfter,
  unchangedBefore,
  unchangedLines,
} from './shown-hunks.ts';

const hunk = (start: number, ...lines: string[]): Hunk => ({
  oldStart: start,
  oldLines: lines.length,
  newStart: start,
  newLines: lines.length,
  lines,
});

it('shows the first lines across hunks, and counts all of them', () => {
  const { shown, rows } = shownHunks([hunk(1, ' a', '+b'), hunk(9, ' c', '-d', ' e'), hunk(20, ' f')], 3);
  expect(shown.map((part) => part.map(({ text }) => text))).toEqual([['a', 'b'], ['c']]);
  expect(rows).toBe(6);
});

it('shows more with every part', () => {
  expect([1, 2, 3, 4].map(rowsShown)).toEqual([400, 1_600, 5_600, 9_600]);
});

it('knows when line ends have to be seen', () => {
  const ends = (...lines: string[]) => hasMixedEnds(shownHunks([hunk(1, ...lines)], 10).shown);
  expect(ends(' a\r', '+b\r')).toBe(false);
  expect(ends(' a', '+b', '\\ No newline at end of file')).toBe(false);
  expect(ends('-a\r', '+a')).toBe(true);
});

const file = (path: string, count: number): FileDiff => ({
  path,
  change: 'created',
  hunks: [{ oldStart: 0, oldLines: 0, newStart: 1, newLines: count, lines: Array<string>(count).fill('+x') }],
});

it('fits on a card up to 80 lines and three files', () => {
  expect(fitsOnCard([file('a', 40), file('b', 40)])).toBe(true);
  expect(fitsOnCard([file('a', 40), file('b', 41)])).toBe(false);
  expect(fitsOnCard(['a', 'b', 'c', 'd'].map((path) => file(path, 1)))).toBe(false);
});

it('finds the unchanged lines that a diff leaves out, with their numbers on both sides', () => {
  const text = Array.from({ length: 40 }, (_, index) => `line ${index + 1}\n`);
  const now = text
    .map((line, index) => (index === 4 || index === 30 ? `new ${line}` : line))
    .toSpliced(9, 0, 'more\n');
  const hunks = changedHunks(text.join(''), now.join(''));
  const gaps = unchangedBefore(hunks);
  expect(gaps).toEqual([
    { from: 1, oldFrom: 1, count: 1 },
    { from: 14, oldFrom: 13, count: 15 },
  ]);
  const [, gap] = gaps;
  const lines = gap ? unchangedLines(gap, now.join('').split('\n')) : [];
  expect(lines[0]).toEqual({ kind: 'same', oldNumber: 13, newNumber: 14, text: 'line 13' });
  expect(lines).toHaveLength(15);
});

it('finds the unchanged lines after the last change, and shows them once the text is known', () => {
  const before = Array.from({ length: 9 }, (_, index) => `${index + 1}\n`);
  const after = before.toSpliced(1, 1, 'two\n', 'more\n');
  const hunks = changedHunks(before.join(''), after.join(''));
  expect(unchangedAfter({ hunks, linesAfter: 4 }, null)).toEqual({ count: 4, lines: null });
  const { lines } = unchangedAfter({ hunks, linesAfter: 4 }, after.join('').split('\n')) ?? {};
  expect(lines?.map(({ text, oldNumber, newNumber }) => [text, oldNumber, newNumber])).toEqual([
    ['6', 6, 7],
    ['7', 7, 8],
    ['8', 8, 9],
    ['9', 9, 10],
  ]);
  expect(unchangedAfter({ hunks, linesAfter: 0 }, null), 'the hunk reaches the end').toBeNull();
  expect(unchangedAfter({ hunks }, null), 'nobody counted them').toBeNull();
  expect(unchangedAfter({ hunks: [], linesAfter: 9 }, null)).toBeNull();
});

it('opens a file at its first changed line, on the side that is there', () => {
  const hunks = changedHunks('1\n2\n3\n4\n5\n6\n', '1\n2\n3\n4\nfive\n6\n');
  expect([firstChangedLine(hunks, 'old'), firstChangedLine(hunks, 'new')]).toEqual([5, 5]);
});
