import fc from 'fast-check';
import { expect, it, test } from 'vitest';
import { type ChangedRun, changedWords, diffLines } from './diff-lines.ts';

it('numbers each line on the sides where it is', () => {
  const hunk = { oldStart: 3, oldLines: 2, newStart: 5, newLines: 2 };
  expect(diffLines({ ...hunk, lines: [' a', '-b', '+c', '\\ No newline at end of file'] })).toEqual([
    { kind: 'same', oldNumber: 3, newNumber: 5, text: 'a' },
    { kind: 'removed', oldNumber: 4, newNumber: null, text: 'b' },
    { kind: 'added', oldNumber: null, newNumber: 6, text: 'c' },
    { kind: 'remark', oldNumber: null, newNumber: null, text: 'No newline at end of file' },
  ]);
});

const marked = (line: string, runs: readonly ChangedRun[] = []) =>
  runs.map(({ start, end }) => line.slice(start, end));

test.each([
  ['const line = raw.trim();', 'const line = trimmed(raw);', ['raw.trim'], ['trimmed(raw']],
  ['if (a === "") continue;', 'if (a === "") continue; // blank', [], [' // blank']],
  ['  "name": "tiny-parser",', '  "name": "small-parser",', ['tiny'], ['small']],
])('what changed within %j and %j is found', (removed, added, old, now) => {
  const words = changedWords(removed, added);
  expect(marked(removed, words?.removed)).toEqual(old);
  expect(marked(added, words?.added)).toEqual(now);
});

test('lines with little in common, and equal ones, have no marks', () => {
  expect(changedWords('return list;', 'export const version = 4;')).toBeNull();
  expect(changedWords('same', 'same')).toBeNull();
});

const anyLine = fc.oneof(
  fc.string({ maxLength: 60, unit: 'binary' }),
  fc
    .array(fc.constantFrom('a', 'b', ' ', '(', 'word', '=', '.'), { maxLength: 300 })
    .map((all) => all.join('')),
);

const without = (text: string, runs: readonly ChangedRun[]) =>
  runs.toReversed().reduce((left, { start, end }) => left.slice(0, start) + left.slice(end), text);

test('runs are in order, apart, within their line, and cover every difference', () => {
  fc.assert(
    fc.property(anyLine, anyLine, (removed, added) => {
      const words = changedWords(removed, added);
      if (words === null) return;
      for (const [text, runs] of [
        [removed, words.removed],
        [added, words.added],
      ] as const) {
        let before = -1;
        for (const { start, end } of runs) {
          expect(start).toBeGreaterThan(before);
          expect(end).toBeGreaterThan(start);
          before = end;
        }
        expect(before).toBeLessThanOrEqual(text.length);
      }
      const signless = (text: string) => text.replaceAll(/[^\p{L}\p{N}]/gu, '');
      expect(signless(without(removed, words.removed))).toBe(signless(without(added, words.added)));
    }),
  );
});

test('lines of a million characters are compared without comparing each with each', () => {
  const long = 'ab '.repeat(350_000);
  const words = changedWords(`${long}x${long}`, `${long}y${long}`);
  expect(words?.added).toEqual([{ start: long.length, end: long.length + 1 }]);
});
