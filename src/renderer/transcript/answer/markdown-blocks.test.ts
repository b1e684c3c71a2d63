import fc from 'fast-check';
import { expect, test } from 'vitest';
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
  return finished.map((block) => block.trim());
}

function wholeText(blocks: MarkdownBlocks, text: string): string {
  return blocks.finished.join('') + text.slice(blocks.tailStart);
}

test('cuts the same blocks however the text arrives', () => {
  const atOnce = growBlocks(noBlocks, document);
  for (const size of [1, 2, 7, 24, 100]) {
    expect(trimmed(stream(document, size))).toEqual(trimmed(atOnce));
  }
});

test('keeps lists, code blocks and tables whole', () => {
  const { finished } = growBlocks(noBlocks, document);
  expect(finished.map((block) => block.trim().split('\n')[0])).toEqual([
    '# Title',
    'A paragraph with **bold** text',
    '- one',
    '1. first',
    '```ts',
    '| a | b |',
    '> quoted',
  ]);
});

test('loses no text', () => {
  fc.assert(
    fc.property(
      fc.array(
        fc.constantFrom('\n', '\n\n', '- a', '```', '~~~', '# h', 'word ', '| x |', '> q', '  ', '---'),
      ),
      fc.integer({ min: 1, max: 9 }),
      (pieces, size) => {
        const text = pieces.join('');
        const blocks = stream(text, size);
        expect(wholeText(blocks, text).replace(/\s/g, '')).toBe(text.replace(/\s/g, ''));
      },
    ),
  );
});

test('finished blocks never change while the text grows', () => {
  let blocks = noBlocks;
  for (let end = 1; end <= document.length; end += 1) {
    const next = growBlocks(blocks, document.slice(0, end));
    expect(next.finished.slice(0, blocks.finished.length)).toEqual(blocks.finished);
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
  expect(open.finished).toEqual(['text\n\n']);
  const closed = growBlocks(open, 'text\n\n```\na\n```\nmore\n');
  expect(closed.finished).toEqual(['text\n\n', '```\na\n```\n']);
  expect(closed.fence).toBeNull();
});

test('begins anew when the text is another one', () => {
  const blocks = growBlocks(noBlocks, document);
  expect(growBlocks(blocks, 'short\n').finished).toEqual([]);
});
