import fc from 'fast-check';
import { expect, test } from 'vitest';
import { changedHunks } from './text-diff.ts';
import { withoutHunk } from './without-hunk.ts';

const before = Array.from({ length: 40 }, (_, index) => `line ${index + 1}\n`).join('');
const after = before
  .replace('line 3\n', 'line three\n')
  .replace('line 30\n', '')
  .replace('line 40\n', 'line 40');

test('one change that is put back leaves all others, and the ends of lines, as they are', () => {
  const [first, second, last] = changedHunks(before, after);
  if (first === undefined || second === undefined || last === undefined) throw new Error('No changes.');
  expect(withoutHunk({ before, now: after }, first)).toBe(after.replace('line three', 'line 3'));
  expect(withoutHunk({ before, now: after }, second)).toBe(after.replace('line 29\n', 'line 29\nline 30\n'));
  expect(withoutHunk({ before, now: after }, last)).toBe(`${after}\n`);
  const windows = (text: string) => text.replaceAll('\n', '\r\n');
  const mixed = windows(after).replace('line 20\r\n', 'line 20\n');
  expect(withoutHunk({ before: windows(before), now: mixed }, first)).toBe(
    mixed.replace('line three\r\n', 'line 3\r\n'),
  );
  expect(withoutHunk({ before, now: before }, first)).toBeNull();
  expect(withoutHunk({ before: after, now: after }, first)).toBeNull();
});

test('all changes put back, the last one first, are the text as it was', () => {
  const text = fc.array(fc.constantFrom('a', 'b', '', 'c\r')).map((some) => some.join('\n'));
  fc.assert(
    fc.property(text, text, (old, now) => {
      const put = changedHunks(old, now).reduceRight<string | null>(
        (rest, hunk) => (rest === null ? null : withoutHunk({ before: old, now: rest }, hunk)),
        now,
      );
      expect(put).toBe(old);
    }),
  );
});
