import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { StagedFile } from '../storage/action-store.ts';
import { type ChangeStep, netChanges } from './turn-records.ts';

const paths = ['a', 'b', 'c'] as const;
type Folder = Record<(typeof paths)[number], string | null>;

const content = fc.option(fc.constantFrom('one\n', 'two\n', 'three\n'), { nil: null });
const folder: fc.Arbitrary<Folder> = fc.record({ a: content, b: content, c: content });

function stepBetween(before: Folder, after: Folder): ChangeStep {
  const files = paths.flatMap((path): StagedFile[] => {
    return before[path] === after[path] ? [] : [{ path, before: before[path], after: after[path] }];
  });
  return { files, alsoChanged: [], kept: [] };
}

test('steps that follow one another come to the change from the first folder to the last one', () => {
  fc.assert(
    fc.property(fc.array(folder, { minLength: 1, maxLength: 6 }), (folders) => {
      const steps = folders.slice(1).map((after, index) => stepBetween(folders[index] ?? after, after));
      const [first = folders.at(-1)] = folders;
      const last = folders.at(-1);
      if (first === undefined || last === undefined) return;
      const net = netChanges(steps).map((file) => (file.type === 'whole' ? file.file : file));
      expect(net).toEqual(stepBetween(first, last).files);
    }),
  );
});

test('a file is whole exactly when nobody changed it between two steps', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(content, content), { minLength: 1, maxLength: 5 }), (changes) => {
      const steps = changes.map(([before, after]) => {
        return { files: [{ path: 'a', before, after }], alsoChanged: [], kept: [] };
      });
      const isWhole = changes.every(([, after], index) => {
        const next = changes[index + 1];
        return next === undefined || next[0] === after;
      });
      const [net] = netChanges(steps);
      if (isWhole) expect(net?.type ?? 'whole').toBe('whole');
      else expect(net).toMatchObject({ type: 'kept', why: 'mixed' });
    }),
  );
});
