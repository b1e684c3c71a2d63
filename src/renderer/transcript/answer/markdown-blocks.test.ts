import fc from 'fast-check';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { elementsOf } from '../../ui/markdown/elements-of.tsx';
import { type MarkdownToken, readMarkdown } from '../../../shared/markdown/read-markdown.ts';
import { growBlocks, type MarkdownBlocks, noBlocks } from './markdown-blocks.ts';

const document = `# Title

A paragraph with **bold** text
over two lines.

- one
- two

  still two

1. first
2. second

\`\`\`ts
const a = 1;

# not a heading
\`\`\`

| a | b |
|---|---|
| 1 | 2 |

> quoted
> text

Last words
---
`;

function stream(text: string, size: number): MarkdownBlocks {
  let blocks = noBlocks;
  for (let end = size; end < text.length + size; end += size) blocks = growBlocks(blocks, text.slice(0, end));
  return blocks;
}

function trimmed({ finished }: MarkdownBlocks): string[] {
  return finished.flat().map(({ raw }) => raw.trim());
}

function wholeText(blocks: MarkdownBlocks, text: string): string {
  return (
    blocks.finished
      .flat()
      .map(({ raw }) => raw)
      .join('') + text.slice(blocks.tailStart)
  );
}

test('cuts the same blocks however the text arrives', () => {
  const atOnce = growBlocks(noBlocks, document);
  for (const size of [1, 2, 7, 24, 100]) {
    expect(trimmed(stream(document, size))).toEqual(trimmed(atOnce));
  }
});

test('keeps lists, code blocks and tables whole', () => {
  const { finished } = growBlocks(noBlocks, document);
  expect(finished.flat().map(({ raw }) => raw.trim().split('\n')[0])).toEqual([
    '# Title',
    'A paragraph with **bold** text',
    '- one',
    '1. first',
    '```ts',
    '| a | b |',
    '> quoted',
  ]);
});

const anyText = fc
  .array(
    fc.constantFrom(
      '\n',
      '\n\n',
      '- a',
      '1. b',
      '```',
      '~~~',
      '# h',
      'word ',
      '| x |',
      '| - |',
      '> q',
      '  ',
      '---',
      '===',
      '<b>',
      '<!--',
      '-->',
      '**',
      '`',
      '- [ ] c',
      '    ',
      '$$',
      '\\(',
      '\\)',
    ),
  )
  .map((pieces) => pieces.join(''));

const anySize = fc.integer({ min: 1, max: 9 });

test('loses no text', () => {
  fc.assert(
    fc.property(anyText, anySize, (text, size) => {
      const blocks = stream(text, size);
      expect(wholeText(blocks, text).replace(/\s/g, '')).toBe(text.replace(/\s/g, ''));
    }),
  );
});

test('reads the same piece by piece as at once', () => {
  const shown = (tokens: readonly MarkdownToken[]) => renderToStaticMarkup(elementsOf(tokens));
  fc.assert(
    fc.property(anyText, anySize, (text, size) => {
      const { finished, tailStart } = stream(text, size);
      const tail = readMarkdown(text.slice(tailStart));
      expect(shown([...finished.flat(), ...tail])).toBe(shown(readMarkdown(text)));
    }),
    { numRuns: 2_000 },
  );
});

test('a formula is not cut before it has ended, whatever its lines look like', () => {
  const text = 'So:\n\n$$\na\n# b\n- c\n\\ d\n$$\n\nend\n';
  for (const size of [1, 2, 5, 9]) {
    const kinds = stream(text, size)
      .finished.flat()
      .map(({ type }) => type);
    expect(kinds).toEqual(['paragraph', 'math']);
  }
});

test('finished blocks never change while the text grows', () => {
  let blocks = noBlocks;
  for (let end = 1; end <= document.length; end += 1) {
    const next = growBlocks(blocks, document.slice(0, end));
    expect(next.finished.flat().slice(0, blocks.finished.flat().length)).toEqual(blocks.finished.flat());
    blocks = next;
  }
});

test('is the same object while no line was completed', () => {
  const blocks = growBlocks(noBlocks, 'one\n\ntwo\n');
  expect(growBlocks(blocks, 'one\n\ntwo\nthr')).toBe(blocks);
});

test('an open code block is followed by its new lines only', () => {
  const open = growBlocks(noBlocks, 'text\n\n```\na\n');
  expect(open.fence).toBe('```');
  expect(trimmed(open)).toEqual(['text']);
  const closed = growBlocks(open, 'text\n\n```\na\n```\nmore\n');
  expect(trimmed(closed)).toEqual(['text', '```\na\n```']);
  expect(closed.fence).toBeNull();
});

test('begins anew when the text is another one', () => {
  const blocks = growBlocks(noBlocks, document);
  expect(growBlocks(blocks, 'short\n').finished).toEqual([]);
});

test('all sheets but the last keep their identity for good', () => {
  const text = 'a\n\n'.repeat(200);
  let blocks = noBlocks;
  for (let end = 1; end <= text.length; end += 1) {
    const next = growBlocks(blocks, text.slice(0, end));
    for (const [index, sheet] of blocks.finished.slice(0, -1).entries())
      expect(next.finished[index]).toBe(sheet);
    blocks = next;
  }
  expect(blocks.finished.length).toBeGreaterThan(4);
});

test('blocks stand in the same sheets however the text arrives', () => {
  const text = 'a\n\n'.repeat(200);
  const sizes = ({ finished }: MarkdownBlocks) => finished.map((sheet) => sheet.length);
  expect(sizes(stream(text, 7))).toEqual(sizes(growBlocks(noBlocks, text)));
});
