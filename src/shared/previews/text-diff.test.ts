import { applyPatch, parsePatch } from 'diff';
import fc from 'fast-check';
import { expect, it, test } from 'vitest';
import { changedHunks, userEditsText, userEditText, withoutChanges } from './text-diff.ts';

it('shows what the person changed as a unified diff under its heading', () => {
  expect(userEditText('one\ntwo\n', 'one\nzwei\n', 'a.txt')).toBe(
    [
      'The user edited it before applying:',
      '--- a.txt',
      '+++ a.txt',
      '@@ -1,2 +1,2 @@',
      ' one',
      '-two',
      '+zwei',
    ].join('\n'),
  );
});

it('says where a last line has no end', () => {
  expect(userEditText('one\n', 'one', 'a.txt')).toContain('-one\n+one\n\\ No newline at end of file');
});

it('puts several texts into one diff, and leaves out what is as it was proposed', () => {
  const text = userEditsText([
    { path: 'a', before: '1\n', after: '2\n' },
    { path: 'b', before: 'same', after: 'same' },
    { path: 'c', before: '3\n', after: '4\n' },
  ]);
  expect(text.split('\n').filter((line) => line.startsWith('+++'))).toEqual(['+++ a', '+++ c']);
  expect(text.match(/The user edited/g)).toHaveLength(1);
});

it('gives a diff that leads from what was proposed to what was applied', () => {
  const text = fc.array(fc.constantFrom('a', 'b', '', ' ', '-', '+ x')).map((lines) => lines.join('\n'));
  fc.assert(
    fc.property(text, text, (before, after) => {
      fc.pre(before !== after);
      const [, ...diff] = userEditText(before, after, 'a.txt').split('\n');
      const [patch] = parsePatch(`${diff.join('\n')}\n`);
      expect(patch && applyPatch(before, patch)).toBe(after);
    }),
  );
});

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
