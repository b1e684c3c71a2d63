import { expect, test } from 'vitest';
import { hasInOrder } from './use-mentions.ts';

test.each([
  ['src/parse.js', 'par', true],
  ['src/Parse.js', 'SPJ', true],
  ['src/parse.js', 'js.', false],
  ['src/parse.js', 'alice', false],
  ['a', 'aa', false],
  ['anything', '', true],
])('%s has %j in order: %s', (path, query, fits) => {
  expect(hasInOrder(path, query)).toBe(fits);
});
