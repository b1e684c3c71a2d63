import fc from 'fast-check';
import { expect, test } from 'vitest';
import { changedHunks } from '../../../shared/previews/text-diff.ts';
import { versionBefore } from './version-before.ts';

const anyText = fc
  .array(fc.constantFrom('a', 'b', 'c', '', '# d', 'é'), { maxLength: 40 })
  .chain((lines) => fc.constantFrom('', '\n', '\n\n').map((end) => lines.join('\n') + end));

test('a diff and what it led to give the version before, with its last line end', () => {
  fc.assert(
    fc.property(anyText, anyText, (before, after) => {
      expect(versionBefore(after, changedHunks(before, after))).toBe(before);
    }),
    { numRuns: 1_000 },
  );
});

test('a diff of another text gives none', () => {
  expect(versionBefore('other\n', changedHunks('a\nb\n', 'a\nc\n'))).toBeNull();
});
