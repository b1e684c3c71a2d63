import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ChatItem } from '../../companion.ts';
import { messageId } from '../../../../test/renderer/transcript-samples.ts';
import { joinText, splitText, textLength } from './text-items.ts';

const append = (text: string, part = 0): ChatItem => ({
  type: 'event',
  cursor: { feed: 'f', seq: 1 },
  event: { type: 'text-appended', messageId: messageId(1), part, text },
});

test('two halves of a text are the whole again, and the first fits', () => {
  const text = fc.string({ unit: fc.constantFrom('a', 'é', '😀', '\n'), minLength: 2 });
  fc.assert(
    fc.property(text, fc.integer({ min: 2, max: 50 }), (said, length) => {
      const halves = splitText(append(said), length);
      expect(joinText(halves)).toEqual([append(said)]);
      expect(textLength(halves[0])).toBeLessThanOrEqual(length);
      for (const half of halves) expect(JSON.stringify(half)).not.toMatch(/\\ud/);
    }),
  );
});

test('a text is split where a line ends, unless that is far back', () => {
  expect(splitText(append('one two\nthree'), 10)[0]).toEqual(append('one two\n'));
  expect(splitText(append('a\nlong line'), 8)[0]).toEqual(append('a\nlong l'));
});

test('only pieces of the same text are joined', () => {
  const items = [append('a'), append('b'), append('c', 1), append('d')];
  expect(joinText(items)).toEqual([append('ab'), append('c', 1), append('d')]);
});
