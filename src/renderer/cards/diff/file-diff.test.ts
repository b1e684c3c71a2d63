import { applyPatch } from 'diff';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { changedHunks } from '../../../shared/previews/text-diff.ts';
import { diffText } from './file-diff.tsx';

const text = fc
  .array(fc.constantFrom('a', 'b', 'c', ''), { maxLength: 30 })
  .map((lines) => lines.map((line) => `${line}\n`).join(''));

it('writes a patch that makes the new text of the old one', () => {
  fc.assert(
    fc.property(text, text, (before, after) => {
      fc.pre(before !== after);
      const hunks = changedHunks(before, after);
      expect(applyPatch(before, diffText({ path: 'a.txt', change: 'changed', hunks }))).toBe(after);
    }),
  );
});

it('names the sides as git does', () => {
  const hunks = [{ oldStart: 1, oldLines: 0, newStart: 1, newLines: 1, lines: ['+x'], heading: 'run()' }];
  expect(diffText({ path: 'a/b.txt', change: 'created', hunks })).toBe(
    '--- /dev/null\n+++ b/a/b.txt\n@@ -0,0 +1,1 @@ run()\n+x\n',
  );
});
