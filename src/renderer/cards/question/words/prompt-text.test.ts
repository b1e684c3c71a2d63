import { expect, test } from 'vitest';
import { firstLineOf, promptStyle } from './prompt-text.ts';

const long = 'word '.repeat(100);

test('the first line loses its Markdown', () => {
  expect(firstLineOf('## Which **one** of `a` or [b](https://example.com)?\n\nMore.')).toBe(
    'Which one of a or b?',
  );
  expect(firstLineOf('```js\nfoo()\n```')).not.toBe('');
  expect(firstLineOf('')).toBe('');
});

test('only a short prompt, or the short start of a long one, is loud', () => {
  expect(promptStyle('Which one?')).toBe('loud');
  expect(promptStyle(`Which one?\n\n${long}`)).toBe('loud-start');
  expect(promptStyle(long)).toBe('plain');
});
