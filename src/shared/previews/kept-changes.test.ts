import fc from 'fast-check';
import { expect, test } from 'vitest';
import { withoutChanges } from './kept-changes.ts';
import { changedHunks } from './text-diff.ts';

const lines = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => `line ${from + index}`);

const before = `${lines(1, 40).join('\n')}\n`;
const after = before
  .replace('line 3\n', 'line three\n')
  .replace('line 30\n', '')
  .replace('line 40\n', 'line 40');

test('a change that is dropped leaves its place as it was, and the others as proposed', () => {
  const hunks = changedHunks(before, after);
  expect(hunks).toHaveLength(3);
  expect(withoutChanges(before, hunks, [0])).toBe(after.replace('line three', 'line 3'));
  expect(withoutChanges(before, hunks, [1])).toBe(after.replace('line 29\n', 'line 29\nline 30\n'));
  expect(withoutChanges(before, hunks, [2])).toBe(`${after}\n`);
});

const text = fc
  .array(fc.constantFrom('a\n', 'b\n', 'c\r\n', '\n', 'd', ' \n'), { maxLength: 60 })
  .map((all) => all.join(''));

test('without any dropped the text is the proposed one, with all dropped the one before', () => {
  fc.assert(
    fc.property(text, text, (old, now) => {
      const hunks = changedHunks(old, now);
      expect(withoutChanges(old, hunks, [])).toBe(now);
      expect(withoutChanges(old, hunks, [...hunks.keys()])).toBe(old);
    }),
  );
});

test('a diff of another text is refused', () => {
  expect(withoutChanges('other\n', changedHunks(before, after), [0])).toBeNull();
});
