import fc from 'fast-check';
import { expect, test } from 'vitest';
import { editBetween } from './edit-text.ts';

test.each([
  ['', 'new', { start: 0, end: 0, inserted: 'new' }],
  ['sent', '', { start: 0, end: 4, inserted: '' }],
  ['aaa', 'aa', { start: 2, end: 3, inserted: '' }],
  ['😀', '😁', { start: 0, end: 2, inserted: '😁' }],
])('the edit from %j to %j', (before, after, edit) => {
  expect(editBetween(before, after)).toEqual(edit);
});

test('an edit makes the one text of the other and leaves whole characters around it', () => {
  const text = fc.string({ unit: fc.constantFrom('a', 'b', '\n', '😀', '😁', '𐀀'), maxLength: 8 });
  fc.assert(
    fc.property(text, text, (before, after) => {
      const edit = editBetween(before, after);
      expect(apply(before, edit)).toBe(after);
      for (const part of [before.slice(0, edit.start), edit.inserted, before.slice(edit.end)])
        expect(part.isWellFormed()).toBe(true);
    }),
  );
});

function apply(text: string, { start, end, inserted }: ReturnType<typeof editBetween>): string {
  return text.slice(0, start) + inserted + text.slice(end);
}
