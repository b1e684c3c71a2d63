import { runInNewContext } from 'node:vm';
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
  const text = 'const f = (a, b) => (a < b && !b ? a - b : a || b); f(a, b);';
  const mutations = mutationsOf('a.ts', text).map((mutation, id) => ({ ...mutation, id }));
  const run = (active: number, a: number, b: number): unknown =>
    runInNewContext(withSwitches(text, mutations), { a, b, [switchName]: (id: number) => id === active });
  const inputs = [
    [1, 0, 1],
    [0, 5, 5],
    [-1, 0, -1],
    [0, 0, 0],
  ] as const;
  for (const [a, b, result] of inputs) expect(run(-1, a, b)).toBe(result);
  const changed = mutations.filter(({ id }) => inputs.some(([a, b, result]) => run(id, a, b) !== result));
  expect(changed.map(({ was, becomes }) => `${was} → ${becomes}`)).toContain('a || b → a && b');
  expect(changed.length).toBeGreaterThan(mutations.length / 2);
});
