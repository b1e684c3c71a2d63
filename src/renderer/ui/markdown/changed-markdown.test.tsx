import fc from 'fast-check';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { plainTextOf } from '../../../shared/markdown/plain-text.ts';
import { type MarkdownToken, within } from '../../../shared/markdown/read-markdown.ts';
import { changedMarkdown } from './changed-markdown.ts';
import { completeMarkdown } from './complete-markdown.ts';
import { elementsOf } from './elements-of.tsx';

const merged = (before: string, after: string) =>
  changedMarkdown(completeMarkdown(before), completeMarkdown(after));

/** The markup of a text with its changes: `{+new+}`, `[-gone-]`. */
function shown(before: string, after: string): string {
  return renderToStaticMarkup(elementsOf(merged(before, after)))
    .replaceAll(/<ins[^>]*>/g, '{+')
    .replaceAll('</ins>', '+}')
    .replaceAll(/<del[^>]*>/g, '[-')
    .replaceAll('</del>', '-]');
}

test.each([
  ['One word here.', 'One thing here.', '<p>One [-word-]{+thing+} here.</p>'],
  ['Read all of it.', 'Read **all** of it.', '<p>Read [-all-]{+<strong>all</strong>+} of it.</p>'],
  [
    '**Read it** aloud now.',
    '**Read this** aloud now.',
    '<p><strong>Read </strong>[-<strong>it</strong>-]{+<strong>this</strong>+} aloud now.</p>',
  ],
  ['Keep it as it is, please.', 'Keep it as is, please.', '<p>Keep it as [-it -]is, please.</p>'],
  ['See [the page](https://a.example) now.', 'See [the page](https://b.example) now.', 'https://b.example'],
  ['# The title\n\nText.', '# The titles\n\nText.', '<h2>The [-title-]{+titles+}</h2><p>Text.</p>'],
  ['One.\n\nTwo.', 'One.', '<p>One.</p>[-<p>Two.</p>-]'],
  ['One.', 'Zero.\n\nOne.', '{+<p>Zero.</p>+}<p>One.</p>'],
  [
    'Cats sleep all day.',
    'Numbers are written by hand here.',
    '[-<p>Cats sleep all day.</p>-]{+<p>Numbers are written by hand here.</p>+}',
  ],
  ['> Mind the gap', '> Mind the cat', '<blockquote><p>Mind the [-gap-]{+cat+}</p></blockquote>'],
])('%j to %j', (before, after, markup) => {
  expect(shown(before, after)).toContain(markup);
});

test('items keep the numbers of the version that they stand in', () => {
  const before = '1. Read the file.\n2. Write it down.\n3. Stop at errors.';
  const after = '1. Read the file.\n2. Skip blanks.\n3. Write it all down.';
  expect(shown(before, after)).toBe(
    '<ol><li>Read the file.</li></ol>{+<ol start="2"><li>Skip blanks.</li></ol>+}' +
      '<ol start="3"><li>Write it {+all +}down.</li></ol>[-<ol start="3"><li>Stop at errors.</li></ol>-]',
  );
});

test('an item within an item is changed in its place', () => {
  expect(shown('- One\n  - Two words\n- Three', '- One\n  - Two signs\n- Three')).toContain(
    '<li>One<ul><li>Two [-words-]{+signs+}</li></ul></li>',
  );
});

test('cells of a table change in their place, and a table of another size as a whole', () => {
  const table = (cell: string, more = '') => `| a | b |\n| - | - |\n| ${cell} | x |\n${more}`;
  expect(shown(table('one'), table('two'))).toContain('<td>[-one-]{+two+}</td><td>x</td>');
  expect(shown(table('one'), table('one', '| y | z |\n'))).toMatch(/^\[-.*-\]\{\+.*\+\}$/s);
});

test('code and diagrams are one block, with the text before', () => {
  const code = (text: string, language = 'ts') => `\`\`\`${language}\n${text}\n\`\`\``;
  expect(merged(code('a\nb'), code('a\nc'))).toMatchObject([{ type: 'code', text: 'a\nc', before: 'a\nb' }]);
  expect(merged(code('a'), code('a', 'js')).map(({ type }) => type)).toEqual(['change', 'change']);
});

/** The words that a version has of a text with changes. */
function wordsOf(tokens: readonly MarkdownToken[], version: 'before' | 'after'): string {
  const left = (token: MarkdownToken): MarkdownToken[] => {
    if (token.type === 'change')
      return token.change === (version === 'before' ? 'removed' : 'added')
        ? within(token.tokens).flatMap(left)
        : [];
    if (token.type === 'code' && 'before' in token && version === 'before')
      return [{ ...token, text: token.before ?? '' }];
    if (token.type === 'list')
      return [
        {
          ...token,
          items: token.items.map((item) => ({ ...item, tokens: within(item.tokens).flatMap(left) })),
        },
      ];
    if (token.type === 'table')
      return [token.header, ...token.rows].flat().flatMap((cell) => within(cell.tokens).flatMap(left));
    return 'tokens' in token && token.tokens !== undefined
      ? [{ ...token, tokens: within(token.tokens).flatMap(left) }]
      : [token];
  };
  return plainTextOf(tokens.flatMap(left)).replaceAll(/\s/g, '');
}

const piece = fc.constantFrom(
  '# Head',
  'Some words.',
  'Some other words.',
  '**bold** words',
  '1. one',
  '2. two words',
  '- a',
  '  - b c',
  '> q r',
  '```\ncode\n```',
  '```\ncode\nmore\n```',
  '| a | b |\n| - | - |\n| 1 | 2 |',
  '[x](https://x.example)',
  '',
  '',
  'a `b` c',
);
const anyText = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join('\n'));

test('with changes stands all of both versions, in their order', () => {
  fc.assert(
    fc.property(anyText, anyText, (before, after) => {
      const both = merged(before, after);
      expect(wordsOf(both, 'after')).toBe(plainTextOf(completeMarkdown(after)).replaceAll(/\s/g, ''));
      expect(wordsOf(both, 'before')).toBe(plainTextOf(completeMarkdown(before)).replaceAll(/\s/g, ''));
    }),
    { numRuns: 1_000 },
  );
});

test('the same text has no changes', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      expect(shown(text, text)).toBe(renderToStaticMarkup(elementsOf(completeMarkdown(text))));
    }),
  );
});

test('long texts that have nothing in common are compared in bounded time', () => {
  const words = (seed: string) => Array.from({ length: 20_000 }, (_, index) => `${seed}${index}`).join(' ');
  expect(merged(words('a'), words('b'))).toHaveLength(2);
  const blocks = (seed: string) =>
    Array.from({ length: 2_000 }, (_, index) => `${seed}${index}`).join('\n\n');
  expect(merged(blocks('a'), blocks('b'))).toHaveLength(4_000);
});
