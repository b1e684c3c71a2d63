import { expect, test } from 'vitest';
import { plainText } from './plain-text.ts';

test('marks are not read aloud', () => {
  expect(plainText('## A **plan**\n\n1. Read `main.ts`\n2. See [the docs](https://example.org)\n')).toBe(
    'A plan Read main.ts See the docs',
  );
});

test('blocks, cells and lines of code stay apart', () => {
  expect(plainText('| a | b |\n| - | - |\n| c | ~~d~~ |\n\n```js\nlet x;\nx = 1;\n```\n> so')).toBe(
    'a b c d let x; x = 1; so',
  );
});

test('words that are cut by marks stay whole', () => {
  expect(plainText('un**believ**able')).toBe('unbelievable');
});
