import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { hasHiddenCharacters, textPieces, visibleJson, visibleText } from './hidden-characters.ts';

/** Written down one by one, so that a class of the function's pattern that goes missing is noticed. */
const neverSeen = [
  [0x00, 0x08], [0x0b, 0x0c], [0x0e, 0x1f], [0x7f, 0x9f], [0xad, 0xad], [0x34f, 0x34f], [0x61c, 0x61c],
  [0x115f, 0x1160], [0x17b4, 0x17b5], [0x180b, 0x180f], [0x200b, 0x200b], [0x200e, 0x200f],
  [0x2028, 0x202e], [0x2060, 0x206f], [0x2800, 0x2800], [0x3164, 0x3164], [0xd800, 0xdfff],
  [0xfe00, 0xfe0d], [0xfeff, 0xfeff], [0xffa0, 0xffa0], [0xfff0, 0xfffc], [0xfffe, 0xffff],
  [0x1bca0, 0x1bca3], [0x1d159, 0x1d159], [0x1d173, 0x1d17a], [0xe0000, 0xe001f], [0xe0080, 0xe0fff],
] as const; // biome-ignore format: a table

/** Seen only in company: joiners in some scripts and emoji, selectors and tags after an emoji. */
const seldomSeen = [
  [0x200c, 0x200d], [0xfe0e, 0xfe0f], [0xe0020, 0xe007f],
] as const; // biome-ignore format: a table

const inRanges = (ranges: readonly (readonly [number, number])[]) =>
  fc.oneof(...ranges.map(([min, max]) => fc.integer({ min, max }).map((code) => String.fromCodePoint(code))));

const hostile = fc
  .array(
    fc.oneof(
      inRanges(neverSeen),
      inRanges(seldomSeen),
      inRanges([
        [0x2000, 0x200a],
        [0xa0, 0xa0],
        [0x3000, 0x3000],
      ]),
      fc.string({ unit: 'binary' }),
      fc.constantFrom(
        'a',
        ' ',
        '\n',
        '\t',
        '\r',
        '1',
        '#',
        '👩',
        '🏴',
        '❤',
        '©',
        'می',
        'क्',
        'ر',
        '👨‍👩‍👧',
        '❤️',
        '1️⃣',
        '👍🏽',
      ),
    ),
    { maxLength: 30 },
  )
  .map((parts) => parts.join(''));

const isNeverSeen = (character: string) => {
  const code = character.codePointAt(0) ?? 0;
  return neverSeen.some(([min, max]) => min <= code && code <= max);
};

const isolatedCompanion = new RegExp(
  '(?<![\\p{L}\\p{M}\\p{Emoji}\\u{FE0F}\\u{E0020}-\\u{E007E}])(?:\\u{200C}|\\u{200D}|[\\u{FE0E}\\u{FE0F}\\u{E0020}-\\u{E007F}])',
  'v',
);

describe('visible text', () => {
  test('never keeps a character that nobody sees, and is its own visible text', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        const visible = visibleText(text);
        expect(Array.from(visible.replaceAll('\r\n', '\n')).filter(isNeverSeen)).toEqual([]);
        expect(visible).not.toMatch(/(?<!\r)\r(?!\n)/);
        expect(visible).not.toMatch(isolatedCompanion);
        expect(visible).not.toMatch(/[\u2000-\u200a\u00a0\u3000]{3}/);
        expect(visible).not.toMatch(/[\ufe0e\ufe0f\u200c\u200d]{2}|\ufe0f\u200c/);
        expect(visibleText(visible)).toBe(visible);
        expect(hasHiddenCharacters(visible)).toBe(false);
      }),
      { numRuns: 2_000 },
    );
  });

  test('of a line has no newline and no tab either', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        expect(visibleText(text, 'line')).not.toMatch(/[\r\n\t]/);
      }),
    );
    expect(visibleText('a\r\nb\tc', 'line')).toBe('a<U+000D><U+000A>b<U+0009>c');
  });

  test('of ordinary text is that text', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.oneof(
            fc.string({
              unit: fc.integer({ min: 0x20, max: 0x7e }).map((code) => String.fromCharCode(code)),
            }),
            fc.constantFrom(
              'Größe, Übermut\n\tund z.\u00a0B. Straße\r\n', 'Combien\u202f?', 'می‌خواهم', 'نامه‌ای', 'שלום', 'क्‍ष', 'അവന്‍', 'ශ්‍රී',
              '日本語、', '\u3000\u3000段落', '👩‍👩‍👧', '❤️', '☺︎', '1️⃣', '🏴󠁧󠁢󠁥󠁮󠁧󠁿', '🇩🇪', '👍🏽', '👍️', '©️', '🏳️‍🌈', '\u0605', 'é', 'ﬁ',
            ), // biome-ignore format: a list
          ),
        ),
        (parts) => {
          const text = parts.join(' ');
          expect(visibleText(text)).toBe(text);
          expect(hasHiddenCharacters(text)).toBe(false);
        },
      ),
    );
  });
});

test('the pieces joined are the text', () => {
  fc.assert(
    fc.property(hostile, fc.constantFrom('block', 'line'), (text, layout) => {
      const pieces = textPieces(text, layout);
      expect(pieces.map((piece) => (piece.kind === 'shown' ? piece.text : piece.character)).join('')).toBe(
        text,
      );
    }),
  );
});

test.each([
  ['a\u202Eb', 'a<U+202E>b'],
  ['\u200Bx', '<U+200B>x'],
  ['ls\u3164', 'ls<U+3164>'],
  ['a\u200Db', 'a<U+200D>b'],
  ['1\uFE0F', '1<U+FE0F>'],
  ['a\uFE0F', 'a<U+FE0F>'],
  ['❤️\uFE0F\uFE0F', '❤️<U+FE0F><U+FE0F>'],
  ['👩\u200D', '👩<U+200D>'],
  ['👩\u{E0061}\u{E007F}', '👩<U+E0061><U+E007F>'],
  ['می\u200C\u200Cخ', 'می<U+200C><U+200C>خ'],
  ['\uD800x', '<U+D800>x'],
  ['a\rb', 'a<U+000D>b'],
  ['\u00a0 \u00a0 \u00a0x', '<U+00A0> <U+00A0> <U+00A0>x'],
  ['\u001B[2J', '<U+001B>[2J'],
])('%j reads %s', (text, visible) => {
  expect(visibleText(text)).toBe(visible);
});

test('a long text is split in one pass', () => {
  for (const part of ['\u202E', 'a\u00a0 ', '👩\u200D', '\u00a0' + ' '.repeat(1_000), 'ر\u200C']) {
    const text = part.repeat(Math.ceil(100_000 / part.length));
    expect(textPieces(text).length).toBeGreaterThan(0);
  }
});

test('hidden characters stand as escapes, and ordinary writing as it is', () => {
  const text = 'a\u009B2J\u202Eb\u{E0041}\u3164 👩‍👩‍👧 ❤️ ü';
  expect(visibleJson(JSON.stringify({ text }))).toBe(
    String.raw`{"text":"a\u009B2J\u202Eb\uDB40\uDC41\u3164 👩‍👩‍👧 ❤️ ü"}`,
  );
});

test('the value stays the same, and nothing hidden is left', () => {
  fc.assert(
    fc.property(
      fc.jsonValue(),
      fc.string({ unit: 'binary' }),
      fc.constantFrom(0, 2),
      (value, text, indent) => {
        const json = JSON.stringify([value, { [text]: text }], null, indent);
        const shown = visibleJson(json);
        expect(JSON.parse(shown)).toEqual(JSON.parse(json));
        expect(hasHiddenCharacters(shown)).toBe(false);
      },
    ),
  );
});
