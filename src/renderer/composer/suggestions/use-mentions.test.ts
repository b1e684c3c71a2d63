import { expect, test } from 'vitest';
import { hasInOrder, mentionables } from './use-mentions.ts';

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

test('resources stand behind files, unless their server is being typed; hundreds are cut', () => {
  const resource = (mention: string) => ({ mention, server: 'docs', title: `About ${mention}` });
  const offers = { prompts: [], resources: [resource('docs:a:/one'), resource('docs:a:/two')] };
  const paths = (query: string | null) => mentionables(['docs.md'], offers, query).map(({ path }) => path);
  expect(paths('')).toEqual(['docs.md', 'docs:a:/one', 'docs:a:/two']);
  expect(paths('docs')).toEqual(['docs:a:/one', 'docs:a:/two', 'docs.md']);
  expect(paths('two')).toEqual(['docs.md', 'docs:a:/two']);
  expect(paths(null)).toEqual([]);
  const many = { prompts: [], resources: Array.from({ length: 300 }, (_, n) => resource(`docs:${n}`)) };
  expect(mentionables([], many, '')).toHaveLength(20);
});
