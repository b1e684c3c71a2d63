import fc from 'fast-check';
import { expect, test } from 'vitest';
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

const literal = [
  'costs ~3~5 minutes',
  'H~2~O and ~/code, ~10~20',
  'call __init__.py, obj.__proto__, __main__ and __DEV__',
  '2*3*4*5 = 120, and 2**3**2',
  '**/*.ts and src/**/*.test.ts',
  '*.ts, *.js (*.css)',
  'ls {*.ts,*.tsx} build/* dist/*',
  String.raw`C:\dev\new, \\server\share and \\d+`,
  'snake_case_name and a_b_',
  'const x = a * b * c;',
];

test.each(literal)('%s stands as it was written', (source) => {
  expect(plainTextOf(readMarkdown(source))).toBe(source);
});

test('names, sums and paths stand as they were written, in whatever order', () => {
  const shape = fc.constantFrom(...literal.flatMap((source) => source.split(' ')));
  fc.assert(
    fc.property(fc.array(shape, { minLength: 1 }), (shapes) => {
      const source = `So: ${shapes.join(' ')}`;
      expect(plainTextOf(readMarkdown(source))).toBe(source);
    }),
    { numRuns: 2_000 },
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
