import { expect, test } from 'vitest';
import { directionOf, firstLineOf, promptStyle } from './prompt.ts';

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

test.each([
  ['Which one?', 'ltr'],
  ['هل تريد المتابعة؟', 'rtl'],
  ['1. **שלום**, world', 'rtl'],
  ['Say مرحبا', 'ltr'],
  ['123', 'ltr'],
])('the first letter of %j decides', (text, direction) => {
  expect(directionOf(text)).toBe(direction);
});
