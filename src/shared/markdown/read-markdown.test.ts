import fc from 'fast-check';
import { expect, test } from 'vitest';
import { literalPlaces, literalTexts, literalWords } from '../../../test/shared/literal-shapes.ts';
import { plainTextOf } from './plain-text.ts';
import { readMarkdown } from './read-markdown.ts';

const piece = fc.constantFrom(
  '\n',
  '\n\n',
  '- a',
  '1. b',
  '```',
  '~~~',
  '# h',
  'word ',
  '| x | y |\n| - | - |\n',
  '> q',
  '  ',
  '\t',
  '---',
  '===',
  '<div>',
  '<!--',
  '[a]: b',
  '[^1]: c',
  '**',
  '_',
  '`',
  '[',
  '](c)',
  '- [ ] ',
  '\\',
);

test('the sources of the blocks are the whole text, space at the end of lines aside', () => {
  fc.assert(
    fc.property(fc.array(piece), (pieces) => {
      const text = `${pieces.join('')}\n`;
      const sources = readMarkdown(text)
        .map(({ raw }) => raw)
        .join('');
      expect(sources.length).toBe(text.length);
      expect(sources.replace(/\s+$/gm, '')).toBe(text.replace(/\s+$/gm, ''));
    }),
    { numRuns: 2_000 },
  );
});

test('text that is nested too deeply stands as it is from there on', () => {
  const deep = '>'.repeat(5_000);
  expect(plainTextOf(readMarkdown(deep))).toBe('>'.repeat(5_000 - 32));
});

test.each(literalTexts)('%s stands as it was written', (source) => {
  expect(plainTextOf(readMarkdown(source))).toBe(source);
});

const literalLine = fc
  .array(fc.constantFrom(...literalWords), { minLength: 1 })
  .map((words) => words.join(' '));

test('names, sums and paths stand as they were written, in whatever order and place', () => {
  fc.assert(
    fc.property(literalLine, fc.constantFrom(...literalPlaces), (line, place) => {
      expect(plainTextOf(readMarkdown(place(line)))).toContain(line);
    }),
    { numRuns: 3_000 },
  );
});

test.each([
  ['*yes*/*no*', 'yes/no'],
  ['**bold**, **bold**. *em*.', 'bold, bold. em.'],
  ['~~gone~~', 'gone'],
  ['__two words__', 'two words'],
  ['un*frigging*believable', 'unfriggingbelievable'],
  [String.raw`\*no\* \_mark\_`, '*no* _mark_'],
])('%s is read as Markdown', (source, text) => {
  expect(plainTextOf(readMarkdown(source))).toBe(text);
});
