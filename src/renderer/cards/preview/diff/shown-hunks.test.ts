import { expect, it } from 'vitest';
import type { FileDiff, Hunk } from '../../../../shared/previews/preview.ts';
import { hasMixedEnds, initiallyOpen, linesShown, shownHunks } from './shown-hunks.ts';

const hunk = (start: number, ...lines: string[]): Hunk => ({
  oldStart: start,
  oldLines: lines.length,
  newStart: start,
  newLines: lines.length,
  lines,
});

it('shows the first lines across hunks, and counts all of them', () => {
  const { shown, lines } = shownHunks([hunk(1, ' a', '+b'), hunk(9, ' c', '-d', ' e'), hunk(20, ' f')], 3);
  expect(shown.map((part) => part.map(({ text }) => text))).toEqual([['a', 'b'], ['c']]);
  expect(lines).toBe(6);
});

it('shows more with every part', () => {
  expect([1, 2, 3, 4].map(linesShown)).toEqual([400, 1_600, 5_600, 9_600]);
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

it('opens what can be read at once, and folds long files and what comes after much', () => {
  expect([...initiallyOpen([file('a', 3), file('long', 401), file('b', 400)], false)]).toEqual(['a', 'b']);
  const many = Array.from({ length: 20 }, (_, index) => file(`${index}`, 200));
  expect(initiallyOpen(many, false).size).toBe(6);
});

it('folds all files of a change that has ended', () => {
  expect(initiallyOpen([file('a', 3)], true).size).toBe(0);
});
