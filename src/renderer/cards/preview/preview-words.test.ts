import { expect, test } from 'vitest';
import { applied } from '../../gallery/fixtures/sample-previews.ts';
import { outdatedWords } from './preview-words.ts';

test('an applied change names the chats of which it put a waiting change out of date', () => {
  expect(outdatedWords(applied({ outdated: ['Fix the parser', 'New\u202e chat', 'C'] }))).toBe(
    'This put a waiting change in “Fix the parser”, “New<U+202E> chat”, and “C” out of date.',
  );
});

test('one that put none out of date says nothing of it', () => {
  expect([outdatedWords(applied()), outdatedWords(null)]).toEqual([null, null]);
});
