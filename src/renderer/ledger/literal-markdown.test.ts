import fc from 'fast-check';
import { Lexer, type Token } from 'marked';
import { expect, test } from 'vitest';
import { hasHiddenCharacters, visibleText } from '../../shared/hidden-characters.ts';
import { literalLine, literalQuote } from '../../shared/literal-markdown.ts';

const insideOf = (token: Token | undefined): Token[] =>
  token !== undefined && 'tokens' in token ? (token.tokens ?? []) : [];

const typesOf = (tokens: readonly Token[]) =>
  tokens.map(({ type }) => type).filter((type) => type !== 'space');

/** Returns the visible text of inline tokens; an address alone is a link to itself. */
function wordsOf(tokens: readonly Token[]): string {
  return tokens
    .map((token) => {
      switch (token.type) {
        case 'br':
          return ' ';
        case 'text':
        case 'escape':
          return 'text' in token ? String(token['text']) : '';
        case 'link':
          return token.raw;
        default:
          throw new Error(`There is a token of the type ${token.type}.`);
      }
    })
    .join('');
}

const squeezed = (text: string) => text.replace(/\s+/g, ' ').trim();

/** Reads a quote between a heading and a line, as it stands in a document, as one does who sees it. */
function readQuote(text: string): string {
  const tokens = new Lexer().lex(`# Decisions\n\n${literalQuote(text)}\n\nAnswer:`);
  expect(typesOf(tokens)).toEqual(['heading', 'blockquote', 'paragraph']);
  const paragraphs = insideOf(tokens.find(({ type }) => type === 'blockquote'));
  for (const type of typesOf(paragraphs)) expect(type).toBe('paragraph');
  return squeezed(paragraphs.map((token) => wordsOf(insideOf(token))).join(' '));
}

const hostile = [
  '# A heading',
  'Title\n===',
  'Title\n---',
  '- one\n- two',
  '1. one\n2) two',
  '> quoted\n\nout of the quote',
  '```sh\nrm -rf\n```',
  '~~~\ncode',
  '    code',
  '\tcode',
  '<!-- hidden -->',
  '<script>alert(1)</script>',
  '[//]: # (hidden)',
  '[text](https://example.org "hidden") ![](x)',
  '| a | b |\n| - | - |\n| 1 | 2 |',
  '*em* __strong__ ~~gone~~ `code` &nbsp; &#35;',
  'https://example.org/a?b=c',
  'a\\\nb',
  'a\rb\u2028c\u001B[2J',
];

test.each(hostile)('%j is shown as it stands, within its quote and on its line', (text) => {
  expect(readQuote(text)).toBe(squeezed(visibleText(text)));
  const [heading, ...rest] = new Lexer().lex(`## ${literalLine(text)}: Answered`);
  expect(rest).toEqual([]);
  expect(wordsOf(insideOf(heading))).toBe(`${visibleText(squeezed(text), 'line')}: Answered`);
});

test('any text is shown as it stands, and nothing of it is hidden', () => {
  const signs = fc.constantFrom(...Array.from('#-+=.)1*_[]<>~|&`\\! \t\n\r(:/"a\u202E\u001B'), '&amp;');
  const texts = fc
    .array(fc.oneof(signs, fc.string({ unit: 'binary', maxLength: 2 })))
    .map((all) => all.join(''));
  fc.assert(
    fc.property(texts, (text) => {
      fc.pre(text.trim() !== '');
      expect(readQuote(text)).toBe(squeezed(visibleText(text)));
      expect(hasHiddenCharacters(literalQuote(text))).toBe(false);
      expect(literalLine(text)).not.toMatch(/[\n\r]/);
    }),
    { numRuns: 500 },
  );
});
