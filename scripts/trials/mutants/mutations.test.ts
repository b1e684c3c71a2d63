import { expect, test } from 'vitest';
import { mutationsOf, switchName, withSwitches } from './mutations.ts';

const pairs = (text: string) => mutationsOf('a.ts', text).map(({ was, becomes }) => `${was} → ${becomes}`);

test('operators, conditions, results, booleans and statements are changed', () => {
  expect(pairs('if (a <= b) go();')).toEqual([
    'a <= b → true',
    'a <= b → false',
    'a <= b → a < b',
    'go() → ',
  ]);
  expect(pairs('const f = () => !a ?? true;')).toEqual([
    '!a ?? true → undefined',
    '!a ?? true → !a',
    '!a → a',
    'true → false',
  ]);
  expect(pairs('function f() { return list.some(isIt); }')).toEqual([
    'list.some(isIt) → undefined',
    'list.some(isIt) → list.every(isIt)',
  ]);
});

test('types are left as they are', () => {
  expect(pairs('type A = true | false; const a: true | 1 = b as true;')).toEqual([]);
});

test('a switch turns one mutation on, and where none is on the code is what it was', () => {
  const text = 'const f = (a, b) => (a < b && !b ? a - b : a || b ?? 7); return f(a, b);'.replace(
    'a || b ?? 7',
    'a || b',
  );
  const mutations = mutationsOf('a.ts', text).map((mutation, id) => ({ ...mutation, id }));
  const run = (active: number) => {
    // oxlint-disable-next-line no-new-func
    const made: unknown = new Function(switchName, 'a', 'b', withSwitches(text, mutations));
    if (typeof made !== 'function') throw new Error('It is a function.');
    return (a: number, b: number): unknown => made((id: number) => id === active, a, b);
  };
  expect([run(-1)(1, 0), run(-1)(0, 5), run(-1)(-1, 0)]).toEqual([1, 5, -1]);
  const changed = mutations.filter(({ id }) =>
    [
      [1, 0],
      [0, 0],
      [-1, 0],
      [0, 5],
    ].some(([a = 0, b = 0]) => run(id)(a, b) !== run(-1)(a, b)),
  );
  expect(changed.map(({ was, becomes }) => `${was} → ${becomes}`)).toContain('a || b → a && b');
  expect(changed.length).toBeGreaterThan(mutations.length / 2);
});
