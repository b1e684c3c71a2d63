import { expect, test } from 'vitest';
import { sameNames } from './same-names.ts';

test('paths are the same that differ in capitals or in how an accent is written', () => {
  const accents = ['caf\u00e9', 'cafe\u0301'];
  const same = ['README.md', 'readme.md', 'Src/a.ts', 'src/A.ts', ...accents];
  expect([...sameNames([...same, 'a', 'b/a', 'cafe'])].toSorted()).toEqual(same.toSorted());
});
