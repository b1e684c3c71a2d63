import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { LineComment } from './decision.ts';
import { longestQuote } from '../longest-text.ts';
import { filledComments, isSameLine, joinComments, quoteOfLine } from './line-comments.ts';

const comment: fc.Arbitrary<LineComment> = fc.record({
  path: fc.constantFrom('a', 'b'),
  side: fc.constantFrom('old' as const, 'new' as const),
  line: fc.integer({ min: 1, max: 4 }),
  quote: fc.constant('line'),
  text: fc.constantFrom('', ' ', 'One', 'Two'),
});
const several = fc
  .array(comment)
  .map((all) => all.reduce<LineComment[]>((so, one) => joinComments(so, [one]), []));

it('keeps one comment on each line, the newest', () => {
  fc.assert(
    fc.property(several, comment, (comments, changed) => {
      const joined = joinComments(comments, [changed]);
      expect(joined.filter((other) => isSameLine(other, changed))).toEqual([changed]);
      for (const other of comments) if (!isSameLine(other, changed)) expect(joined).toContain(other);
    }),
  );
});

it('gives the comments with text in the order of their lines, the old one of two first', () => {
  fc.assert(
    fc.property(several, (comments) => {
      const sorted = filledComments(comments);
      const keys = sorted.map(({ path, line, side }) => `${path} ${line} ${side === 'old' ? 0 : 1}`);
      expect(keys).toEqual(keys.toSorted());
      expect(sorted).toHaveLength(comments.filter(({ text }) => text.trim() !== '').length);
    }),
  );
});

it('quotes a line as far as a quote may go, and never half a character', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(quoteOfLine(text).isWellFormed()).toBe(true);
    }),
  );
  expect(quoteOfLine(`${'a'.repeat(longestQuote - 1)}😀`)).toHaveLength(longestQuote);
  expect(quoteOfLine('one\r')).toBe('one');
});
