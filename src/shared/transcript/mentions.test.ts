import fc from 'fast-check';
import { expect, test } from 'vitest';
import { mentionAt, mentionedPaths, mentionOf, splitMentions } from './mentions.ts';

test.each([
  ['@', { start: 0, query: '' }],
  ['look at @src/pa', { start: 8, query: 'src/pa' }],
  ['(@a', { start: 1, query: 'a' }],
  ['one\n@b', { start: 4, query: 'b' }],
  ['@"my no', { start: 0, query: 'my no' }],
  ['me@example', null],
  ['@a b', null],
  ['', null],
])('what is being mentioned at the end of %j', (text, found) => {
  expect(mentionAt(text, text.length)).toEqual(found);
});

test('only what stands before the caret counts', () => {
  expect(mentionAt('@src and more', 4)).toEqual({ start: 0, query: 'src' });
});

test('a mention ends before the signs that close a sentence, unless the path has them', () => {
  expect(mentionedPaths('See @a.js, @b.js. And (@c)!')).toEqual([
    'a.js,',
    'a.js',
    'b.js.',
    'b.js',
    'c)!',
    'c',
  ]);
  expect(splitMentions('See @a.js, please', ['a.js'])).toEqual([
    { text: 'See ', path: null },
    { text: '@a.js', path: 'a.js' },
    { text: ', please', path: null },
  ]);
});

test('a word after @ that names no file stays text', () => {
  expect(splitMentions('Ask @alice', [])).toEqual([{ text: 'Ask @alice', path: null }]);
  expect(splitMentions('Ask @alice', ['bob'])).toEqual([{ text: 'Ask @alice', path: null }]);
});

const path = fc.string({ unit: 'grapheme', minLength: 1 }).filter((name) => !/[\n\r\u2028\u2029]/.test(name));

test('every path is found again in its mention, and nothing of the message is lost', () => {
  fc.assert(
    fc.property(path, fc.string(), (name, rest) => {
      const text = `${mentionOf(name)} ${rest}`;
      expect(mentionedPaths(text)).toContain(name);
      const pieces = splitMentions(text, [name]);
      expect(pieces[0]?.path).toBe(name);
      expect(pieces.map((piece) => piece.text).join('')).toBe(text);
    }),
  );
});
