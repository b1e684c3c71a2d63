import { expect, it } from 'vitest';
import { diffLines } from './diff-lines.ts';

it('numbers each line on the sides where it is', () => {
  const hunk = { oldStart: 3, oldLines: 2, newStart: 5, newLines: 2 };
  expect(diffLines({ ...hunk, lines: [' a', '-b', '+c', '\\ No newline at end of file'] })).toEqual([
    { kind: 'same', oldNumber: 3, newNumber: 5, text: 'a' },
    { kind: 'removed', oldNumber: 4, newNumber: null, text: 'b' },
    { kind: 'added', oldNumber: null, newNumber: 6, text: 'c' },
    { kind: 'remark', oldNumber: null, newNumber: null, text: 'No newline at end of file' },
  ]);
});
