import fc from 'fast-check';
import { expect, it } from 'vitest';
import { textPieces } from './long-text.tsx';

/** What the pieces say, one under the other. */
const said = (text: string) => textPieces(text).join('').replaceAll('\n', '');

it('loses nothing but the line ends between pieces, which stand one under the other', () => {
  const line = fc.string({ maxLength: 300, unit: 'grapheme' });
  fc.assert(
    fc.property(fc.array(line, { minLength: 40, maxLength: 200 }), (lines) => {
      const text = lines.join('\n');
      expect(said(text)).toBe(text.replaceAll('\n', ''));
      for (const piece of textPieces(text).slice(0, -1)) expect(piece).not.toMatch(/^\n|\n$/);
      for (const piece of textPieces(text)) expect(piece.length).toBeLessThanOrEqual(4_400);
    }),
    { numRuns: 50 },
  );
});

it('goes on with a long line in the next piece, whole characters together', () => {
  const pieces = textPieces('👩‍👩‍👧‍👦'.repeat(2_000));
  expect(pieces.length).toBeGreaterThan(4);
  expect(pieces.every((piece) => piece.isWellFormed())).toBe(true);
  expect(pieces.join('')).toBe('👩‍👩‍👧‍👦'.repeat(2_000));
});

it('keeps the empty lines of a text that has hardly anything else', () => {
  const text = `${'\n'.repeat(9_000)}a`;
  expect(said(text)).toBe('a');
  expect(textPieces(text).length).toBeGreaterThan(0);
});
