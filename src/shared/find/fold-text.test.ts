import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { foldText, foundIn } from './fold-text.ts';

const found = (text: string, query: string) =>
  foundIn(text, foldText(query)).map(([start, end]) => text.slice(start, end));

describe('a search in text', () => {
  it('passes over case, accents, marks of Markdown and line breaks', () => {
    expect(found('The **parser** of\nÉcole', 'PARSER OF ecole')).toEqual(['parser** of\nÉcole']);
    expect(found('one, One and öne', 'one')).toEqual(['one', 'One', 'öne']);
    expect(found('ΟΔΟΣ', 'οδος')).toEqual(['ΟΔΟΣ']);
  });

  it('finds nothing for what folds to nothing', () => {
    expect(found('a ** b', '**')).toEqual([]);
  });

  it('finds places exactly in the texts whose folded form holds the folded words', () => {
    const words = fc.string({
      unit: fc.constantFrom('a', 'B', 'é', 'e\u0301', 'ﬁ', ' ', '\n', '*', '😀', 'ς', 'İ'),
    });
    fc.assert(
      fc.property(words, words, (text, query) => {
        const folded = foldText(query);
        expect(foundIn(text, folded).length > 0).toBe(folded !== '' && foldText(text).includes(folded));
      }),
    );
  });

  it('finds what was cut out of a text in it', () => {
    fc.assert(
      fc.property(fc.string(), fc.nat(), fc.nat(), (text, from, length) => {
        const piece = text.slice(from % (text.length + 1)).slice(0, length % (text.length + 1));
        fc.pre(foldText(piece).trim() !== '');
        expect(foldText(text)).toContain(foldText(piece).trim());
      }),
    );
  });
});
