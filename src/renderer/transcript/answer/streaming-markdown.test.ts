import { expect, test } from 'vitest';
import { completeTail } from './streaming-markdown.tsx';

test.each([
  ['some **bold', 'some **bold**'],
  ['some **', 'some '],
  ['some **bold** and', 'some **bold** and'],
  ['a ~~struck', 'a ~~struck~~'],
  ['call `par', 'call `par`'],
  ['call `', 'call '],
  ['call `parse` now', 'call `parse` now'],
  ['see [the page](https://exa', 'see the page'],
  ['see [the pa', 'see the pa'],
  ['see [the page](https://example.org)', 'see [the page](https://example.org)'],
  ['- [x] done', '- [x] done'],
  ['a paragraph\n-', 'a paragraph'],
  ['a paragraph\n==', 'a paragraph'],
  ['a paragraph\n- item', 'a paragraph\n- item'],
  ['- one\n2', '- one'],
  ['text\n\n#', 'text\n'],
])('%j shows as %j', (tail, shown) => {
  expect(completeTail(tail)).toBe(shown);
});
