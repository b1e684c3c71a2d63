import fc from 'fast-check';
import { expect, it } from 'vitest';
import { asFieldText } from '../../shared/previews/text-diff.ts';
import { fromFieldText, originalText, shownText, spliced, withFormatOf } from './line-ends.ts';

const text = fc
  .array(fc.tuple(fc.constantFrom('a', 'b', '', 'long line'), fc.constantFrom('\n', '\r\n', '\r', '\r\r\n')))
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
  ['keeps the end of a line that another stands for', 'a\r\nb\nc\r\n', 'a\nx\nc\n', 'a\r\nx\nc\r\n'],
  ['keeps line ends with a doubled CR', 'a\r\r\nb\r\r\n', 'a\nx\nb\n', 'a\r\r\nx\r\r\nb\r\r\n'],
  ['keeps the line ends of old Macs', 'a\rb\rc', 'a\nx\nc', 'a\rx\rc'],
  ['keeps lines apart between which nothing is left', 'a\rx\nb', 'a\n\nb', 'a\r\rb'],
  ['keeps the byte order mark', '\uFEFFa\n', 'b\n', '\uFEFFb\n'],
  ['ends without an end where the person took it away', 'a\r\nb\r\n', 'a\nb', 'a\r\nb'],
  ['gives the last line an end where the person added one', 'a\r\nb', 'a\nb\n', 'a\r\nb\r\n'],
  ['takes an empty text', 'a\r\n', '', ''],
])('%s', (_, original, typed, result) => {
  expect(fromFieldText(original, typed)).toBe(result);
});

it('writes a whole file with the line ends and the byte order mark it had', () => {
  expect(withFormatOf('\uFEFFa\r\nb\r\n', 'x\ny\n')).toBe('\uFEFFx\r\ny\r\n');
  expect(withFormatOf('a\r\nb\nc\r\n', 'a\nb\nnew\n')).toBe('a\r\nb\nnew\r\n');
  expect(withFormatOf('a\n', 'x\r\n')).toBe('x\r\n');
  expect(withFormatOf(null, 'x\n')).toBe('x\n');
});

it('puts several texts in the place of others, each with the line ends around it', () => {
  const shown = shownText('one\r\ntwo\nthree\rfour\r\r\nfive');
  const of = (part: string) => {
    const start = shown.text.indexOf(part);
    return { start, end: start + part.length };
  };
  const changed = spliced(shown, [
    { ...of('two'), text: '2\n2' },
    { ...of('four\nfi'), text: 'FI' },
  ]);
  expect(originalText(changed)).toBe('one\r\n2\r\n2\nthree\rFIve');
});
