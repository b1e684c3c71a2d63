import { applyPatch, structuredPatch } from 'diff';
import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { longHunks } from './long-diff.ts';

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
