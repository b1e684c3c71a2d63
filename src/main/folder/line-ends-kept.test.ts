import fc from 'fast-check';
import { expect, it } from 'vitest';
import { asFieldText } from '../../shared/previews/text-diff.ts';
import { fromFieldText } from './line-ends-kept.ts';

const text = fc
  .array(fc.tuple(fc.constantFrom('a', 'b', '', 'long line'), fc.constantFrom('\n', '\r\n', '\r')))
  .chain((lines) => fc.constantFrom('', 'end', '\uFEFF').map((rest) => ({ lines, rest })))
  .map(({ lines, rest }) => {
    const body = lines.map(([line, end]) => line + end).join('');
    return rest === '\uFEFF' ? rest + body : body + rest;
  });

it('gives a text back byte for byte that nobody changed', () => {
  fc.assert(
    fc.property(text, (original) => {
      expect(fromFieldText(original, asFieldText(original))).toBe(original);
    }),
  );
});

it('says exactly what was typed, line ends aside', () => {
  fc.assert(
    fc.property(text, text, (original, other) => {
      const typed = asFieldText(other);
      expect(asFieldText(fromFieldText(original, typed))).toBe(typed);
    }),
  );
});

it.each([
  ['keeps the line ends of Windows', 'a\r\nb\r\n', 'a\nnew\nb\n', 'a\r\nnew\r\nb\r\n'],
  ['keeps mixed line ends where they are', 'a\r\nb\nc\r\n', 'a\nb\nx\nc\n', 'a\r\nb\nx\nc\r\n'],
  ['keeps the byte order mark', '\uFEFFa\n', 'b\n', '\uFEFFb\n'],
  ['ends without an end where the person took it away', 'a\r\nb\r\n', 'a\nb', 'a\r\nb'],
  ['gives the last line an end where the person added one', 'a\r\nb', 'a\nb\n', 'a\r\nb\r\n'],
  ['takes an empty text', 'a\r\n', '', ''],
])('%s', (_, original, typed, result) => {
  expect(fromFieldText(original, typed)).toBe(result);
});
