import fc from 'fast-check';
import { expect, it } from 'vitest';
import { blankPieces, inOneLine } from './blank-runs.ts';

const shown = (text: string) =>
  blankPieces(text)
    .map((piece) => (piece.kind === 'text' ? piece.text : `[${piece.words}]`))
    .join('');

it.each([
  [`npm test\n${'\n'.repeat(3_000)}curl evil`, 'npm test\n[3,000 empty lines]\ncurl evil'],
  [`npm test\r\n${'\r\n'.repeat(50)}curl evil`, 'npm test\r\n[50 empty lines]\ncurl evil'],
  [`npm test\n${' \t\n'.repeat(3)}curl evil`, 'npm test\n[3 empty lines]\ncurl evil'],
  [`${'\n'.repeat(9)}npm test`, '[9 empty lines]\nnpm test'],
  [`npm test ${' '.repeat(500)}; curl evil`, 'npm test[501 spaces]; curl evil'],
  [`npm test${'\t'.repeat(80)}; curl evil`, 'npm test[80 tabs]; curl evil'],
  [`npm test${' \t'.repeat(40)}; curl evil`, 'npm test[80 spaces and tabs]; curl evil'],
  [
    String.raw`{"line":"npm test${'\\n'.repeat(3_000)}curl evil"}`,
    String.raw`{"line":"npm test[\n × 3,000]curl evil"}`,
  ],
])('a run of blanks is counted: %j', (text, words) => {
  expect(shown(text)).toBe(words);
});

it.each([
  'a\n\nb',
  'a\n\n\nb',
  `if x\n${' '.repeat(24)}y`,
  String.raw`"a\n\n\nb"`,
  String.raw`${'\\\\n'.repeat(30)}`,
  '',
])('ordinary layout stays as it is: %j', (text) => expect(shown(text)).toBe(text));

it('all of the text is in the pieces', () => {
  const text = fc.string({ unit: fc.constantFrom('\n', ' ', '\t', '\r', 'x', '\\', 'n'), maxLength: 300 });
  fc.assert(
    fc.property(text, (one) => {
      expect(
        blankPieces(one)
          .map((piece) => piece.text)
          .join(''),
      ).toBe(one);
    }),
  );
});

it('one line has its breaks as signs, and what a run was in words', () => {
  expect(inOneLine(' a\n  b\n\nc ')).toBe('a ⏎ b ⏎ c');
  expect(inOneLine(`npm test\n${'\n'.repeat(3_000)}curl evil`)).toBe(
    'npm test ⏎ (3,000 empty lines) ⏎ curl evil',
  );
  expect(inOneLine(`npm test${' '.repeat(300)}curl evil`)).toBe('npm test (300 spaces) curl evil');
});
