import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { DiffLine } from './diff-lines.ts';
import { splitLines } from './diff-views.tsx';

const line = (kind: DiffLine['kind'], text: string): DiffLine => ({
  kind,
  text,
  oldNumber: null,
  newNumber: null,
});

it('puts what was removed beside what was added in its place', () => {
  const [same, gone, alsoGone, came] = [
    line('same', 'a'),
    line('removed', 'b'),
    line('removed', 'c'),
    line('added', 'd'),
  ];
  expect(splitLines([same, gone, alsoGone, came, same])).toEqual([
    { old: same, now: same },
    { old: gone, now: came },
    { old: alsoGone, now: null },
    { old: same, now: same },
  ]);
});

it('keeps the remark about a last line on the side of that line', () => {
  const [gone, remark, came] = [line('removed', 'b'), line('remark', 'No newline'), line('added', 'd')];
  expect(splitLines([gone, remark, came])).toEqual([
    { old: gone, now: came },
    { old: remark, now: null },
  ]);
});

it('loses no line and keeps the order of each side', () => {
  const kinds = fc.constantFrom<DiffLine['kind'][]>('same', 'added', 'removed');
  fc.assert(
    fc.property(fc.array(kinds), (all) => {
      const lines = all.map((kind, index) => line(kind, `${index}`));
      const rows = splitLines(lines);
      const side = (of: 'old' | 'now') => rows.flatMap((row) => row[of] ?? []);
      expect(side('old')).toEqual(lines.filter(({ kind }) => kind !== 'added'));
      expect(side('now')).toEqual(lines.filter(({ kind }) => kind !== 'removed'));
    }),
  );
});
