import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { openMath, type MathToken } from './math.ts';
import { type MarkdownToken, readMarkdown, within } from './read-markdown.ts';

/** The formulas of a text, in blocks and lines. */
function formulas(text: string): Pick<MathToken, 'text' | 'block'>[] {
  const found = (tokens: readonly MarkdownToken[]): MathToken[] =>
    tokens.flatMap((token) => {
      if (token.type === 'math') return [token];
      if (token.type === 'list') return token.items.flatMap((item) => found([item]));
      return 'tokens' in token && token.tokens !== undefined ? found(within(token.tokens)) : [];
    });
  return found(readMarkdown(text)).map(({ text: tex, block }) => ({ text: tex, block }));
}

const line = (text: string) => [{ text, block: false }];
const block = (text: string) => [{ text, block: true }];

test.each([
  [String.raw`so \(x^2\) is`, line('x^2')],
  [String.raw`\(\text{a \\ b}\)`, line(String.raw`\text{a \\ b}`)],
  [String.raw`\( a_1 * b_1 * c_1 \)`, line('a_1 * b_1 * c_1')],
  [String.raw`**so \(a*b\)** and`, line('a*b')],
  ['so $$x^2$$ is', line('x^2')],
  ['$$x^2$$', block('x^2')],
  ['$$\na\n=\nb\n$$', block('a\n=\nb')],
  ['$$\na\n- b\n# c\n> d\n$$', block('a\n- b\n# c\n> d')],
  ['So:\n$$\nx\n$$\nand on', block('x')],
  ['1. So:\n   $$\n   x\n   $$\n   and on', block('x')],
  ['> $$\n> x\n> $$', block('x')],
  [String.raw`$$\text{costs \$5}$$`, block(String.raw`\text{costs \$5}`)],
])('%j holds a formula', (text, found) => {
  expect(formulas(text)).toEqual(found);
});

test.each([
  'It costs $5 and $6, in $x$',
  'echo $$ and $$ again, or pid=$$',
  '`$$x$$` and ``\\(x\\)``',
  '```\n$$x$$\n\\(x\\)\n```',
  '    $$x$$',
  String.raw`\\(x\\)`,
  String.raw`\(\)`,
  '$$$$ $$ $$',
  '$$\nx\n\ny\n$$ z',
  String.raw`\(x` + '\n\n' + String.raw`y\)`,
  String.raw`\[x\]`,
])('%j holds none', (text) => {
  expect(formulas(text)).toEqual([]);
});

test('whatever is in a text, its source is whole', () => {
  const part = fc.constantFrom('$$', '$', '\\(', '\\)', '\\', '\n', '\n\n', ' ', 'x', '`', '# ', '```\n');
  fc.assert(
    fc.property(fc.array(part, { maxLength: 30 }), (parts) => {
      const text = parts.join('');
      expect(
        readMarkdown(text)
          .map(({ raw }) => raw)
          .join(''),
      ).toBe(text);
    }),
    { numRuns: 3_000 },
  );
});

describe('marks that open formulas without end are read in bounded time', () => {
  test.each(['$$', '$$ a ', '\n$$a\n', '\\(', '\\( a ', 'a\n# b\n', 'a\n$$ b\n', '$', '- $$\n', '\n\n$$a'])(
    '%j',
    (part) => {
      const text = part.repeat(200_000 / part.length);
      expect(
        readMarkdown(text)
          .map(({ raw }) => raw)
          .join(''),
      ).toBe(text);
    },
  );
});

test.each([
  ['a\n$$\nx', 2],
  ['$$ x', 0],
  ['a\n\n$$\nx\n', 3],
  ['$$x$$', -1],
  ['a $$ b', -1],
  ['$$x\n\ny', -1],
  ['$$x$$\n$$y', 6],
])('in %j a formula is open at %j', (text, at) => {
  expect(openMath(text)).toBe(at);
});
