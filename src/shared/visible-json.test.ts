import fc from 'fast-check';
import { expect, test } from 'vitest';
import { hasHiddenCharacters, visibleJson } from './hidden-characters.ts';

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
