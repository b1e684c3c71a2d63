import { applyPatch, parsePatch, structuredPatch } from 'diff';
import fc from 'fast-check';
import { expect, it, test, vi } from 'vitest';
import { changedHunks, longHunks, userEditsText, userEditText, withoutChanges } from './text-diff.ts';

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

const limits = { context: 3, timeout: Infinity };

const patchOf = (hunks: ReturnType<typeof longHunks>) => ({
  oldFileName: '',
  newFileName: '',
  oldHeader: undefined,
  newHeader: undefined,
  hunks: hunks ?? [],
});

test('what differs between two texts, put into the one, makes the other', () => {
  const text = fc
    .tuple(fc.array(fc.constantFrom('a', 'b', 'c', '', 'd\r')), fc.boolean())
    .map(([lines, ends]) => lines.join('\n') + (ends && lines.length > 0 ? '\n' : ''));
  fc.assert(
    fc.property(text, text, (before, after) => {
      expect(applyPatch(before, patchOf(longHunks(before, after, limits)))).toBe(after);
    }),
  );
});

test('lines that are added, taken out and changed are found as the library finds them', () => {
  const edits = fc.array(fc.constantFrom('same', 'same', 'same', 'changed', 'removed', 'added'), {
    maxLength: 60,
  });
  fc.assert(
    fc.property(edits, fc.boolean(), (lines, ends) => {
      const end = ends ? '\n' : '';
      const before = lines.flatMap((edit, at) => (edit === 'added' ? [] : [`line ${at}`])).join('\n') + end;
      const after =
        lines
          .flatMap((edit, at) =>
            edit === 'removed' ? [] : [edit === 'changed' || edit === 'added' ? `new ${at}` : `line ${at}`],
          )
          .join('\n') + end;
      const theirs = structuredPatch('', '', before, after, undefined, undefined, limits)?.hunks;
      expect(longHunks(before, after, limits)).toEqual(theirs);
    }),
  );
});

test('a change of every line of a long text is found in a few comparisons', () => {
  const text = (verb: string) => Array.from({ length: 20_000 }, (_, at) => `${verb} ${at}\n`).join('');
  // The library looks at the clock once for each comparison.
  let comparisons = 0;
  vi.spyOn(Date, 'now').mockImplementation(() => (comparisons += 1));
  const hunks = longHunks(text('read'), text('take'), { context: 3, timeout: 500 });
  expect(hunks).toHaveLength(1);
  expect(hunks?.[0]).toMatchObject({ oldStart: 1, oldLines: 20_000, newStart: 1, newLines: 20_000 });
});
