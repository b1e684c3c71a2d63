import { expect, test } from 'vitest';
import { lazyValue } from './lazy-value.ts';

test('a thing is made when it is first asked for, and once', () => {
  const made: string[] = [];
  const thing = lazyValue(() => {
    made.push('it');
    return made;
  });
  expect(made).toEqual([]);
  expect(thing()).toBe(made);
  expect(thing()).toEqual(['it']);
});
