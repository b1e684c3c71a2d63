import { applyPatch, parsePatch } from 'diff';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { userEditsText, userEditText } from './text-diff.ts';

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
