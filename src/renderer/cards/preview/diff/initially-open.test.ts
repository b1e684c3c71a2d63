import { expect, it } from 'vitest';
import type { FileDiff } from '../../../../shared/previews/preview.ts';
import { initiallyOpen } from './initially-open.ts';

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
