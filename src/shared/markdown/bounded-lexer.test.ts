import fc from 'fast-check';
import { Lexer, Marked } from 'marked';
import { afterEach, expect, test, vi } from 'vitest';
import { plainTextOf } from './plain-text.ts';
import { ownMarkdown, readMarkdown } from './read-markdown.ts';

const hostile = [
  '_a', 'x*_', '_a*', 'a**b', '***', '*a_ ', '**a _b ~~c ', '[', '[a](', '![', '[a][', '](', '<', '<a b="', '`', '` `` ',
  '> ', '- ', '1. ', '| a ', 'a@', '&#', '~a ', '\\[', 'x*_ y\n\n', '| _a*_ | b |\n', '- _a*_a*_a\n', '> x*_\n\n',
]; // biome-ignore format: a list

afterEach(() => vi.restoreAllMocks());

/** The work asked of `marked`: the marks in each piece it reads, times the length they are compared with. */
function countWork(read: () => unknown): { most: number; all: number } {
  const work = { most: 0, all: 0 };
  const original = Lexer.prototype.inlineTokens;
  vi.spyOn(Lexer.prototype, 'inlineTokens').mockImplementation(function (this: Lexer, source, tokens) {
    const emphasis = source.match(/[*~]+|(?<!\w)_+|_+(?!\w)/g)?.length ?? 0;
    const run = Math.max(0, ...(source.match(/\S{200,}/g) ?? []).map(({ length }) => length));
    const piece = Math.max(emphasis * source.length, (source.match(/[_*~[<`]/g)?.length ?? 0) * run);
    work.most = Math.max(work.most, piece);
    work.all += piece;
    return original.call(this, source, tokens);
  });
  read();
  vi.restoreAllMocks();
  return work;
}

test.each([
  ...hostile.map((part) => [part, 80_000] as const),
  ...['_a', 'x*_', '[', '> ', '<', '`', '| _a*_ | b |\n', 'x*_ y\n\n'].map(
    (part) => [part, 500_000] as const,
  ),
])('%j repeated to %i characters is read in bounded work, and none of it is lost', (part, length) => {
  const source = part.repeat(Math.ceil(length / part.length));
  let tokens: ReturnType<typeof readMarkdown> = [];
  const work = countWork(() => {
    tokens = readMarkdown(source);
  });
  expect(work.most).toBeLessThanOrEqual(1_000_000);
  expect(work.all).toBeLessThanOrEqual(16_000_000);
  const letters = source.match(/[a-z]/g)?.length ?? 0;
  if (!part.startsWith('<') && !/^[![]/.test(part)) {
    expect(plainTextOf(tokens).match(/[a-z]/g)?.length ?? 0).toBe(letters);
  }
});

test('emphasis that would take too long stands as it was written, and the text around it is read', () => {
  const tokens = readMarkdown(`# A *b*\n\n${'x*_'.repeat(5_000)}\n\n**c**`);
  expect(tokens.map(({ type }) => type)).toEqual(['heading', 'space', 'paragraph', 'space', 'paragraph']);
  expect(plainTextOf(tokens)).toBe(`A b ${'x*_'.repeat(5_000)} c`);
});

test('ordinary text reads as without the bounds', () => {
  const plain = new Marked(ownMarkdown);
  const part = fc.constantFrom(
    'a',
    ' ',
    '\n',
    '*',
    '**',
    '_',
    '~~',
    '`',
    '[x](y)',
    '> ',
    '- ',
    '1. ',
    '| a | b |\n|-|-|\n',
    '<b>',
    '&amp;',
    '\n\n',
  );
  fc.assert(
    fc.property(fc.array(part, { maxLength: 60 }), (parts) => {
      const source = parts.join('');
      expect(readMarkdown(source)).toEqual([...plain.lexer(source)]);
    }),
    { numRuns: 500 },
  );
  const plan =
    '## Step\n\nUse **bold**, _em_, `code_with_marks` and snake_case_names in [a](https://b.c).\n\n'.repeat(
      5_000,
    );
  expect(readMarkdown(plan)).toEqual([...plain.lexer(plan)]);
});
