import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type ChangedRun, changedWords } from './changed-words.ts';

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

const line = fc.oneof(
  fc.string({ maxLength: 60, unit: 'binary' }),
  fc
    .array(fc.constantFrom('a', 'b', ' ', '(', 'word', '=', '.'), { maxLength: 300 })
    .map((all) => all.join('')),
);

const without = (text: string, runs: readonly ChangedRun[]) =>
  runs.toReversed().reduce((left, { start, end }) => left.slice(0, start) + left.slice(end), text);

test('runs are in order, apart, within their line, and cover every difference', () => {
  fc.assert(
    fc.property(line, line, (removed, added) => {
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

test('lines of a million characters take no time to speak of', () => {
  const long = 'ab '.repeat(350_000);
  const start = Date.now();
  const words = changedWords(`${long}x${long}`, `${long}y${long}`);
  expect(Date.now() - start).toBeLessThan(2_000);
  expect(words?.added).toEqual([{ start: long.length, end: long.length + 1 }]);
});
