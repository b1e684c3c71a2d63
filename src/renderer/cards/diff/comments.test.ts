import { expect, test } from 'vitest';
import { markOf, placeComments, anchorOfMark } from './comments.tsx';
import { diffLines } from './diff-lines.ts';

const lines = diffLines({
  oldStart: 1,
  oldLines: 2,
  newStart: 1,
  newLines: 2,
  lines: [' one', '-two', '+deux\r', '\\ No newline at end of file'],
});
const on = (side: 'old' | 'new', line: number, quote: string) => ({
  path: 'a',
  side,
  line,
  quote,
  text: '?',
});

test('every line but a remark has a mark, which names its place', () => {
  expect(lines.map(markOf)).toEqual(['new 1', 'old 2', 'new 2', null]);
  expect(anchorOfMark('a', 'old 2')).toEqual({ path: 'a', side: 'old', line: 2 });
  expect(anchorOfMark('a', '')).toBeNull();
});

test('a comment stands beneath its line while that is what it was', () => {
  const comments = [on('old', 2, 'two'), on('new', 2, 'deux'), on('new', 1, 'another'), on('new', 9, 'nine')];
  const { noted, loose } = placeComments(lines, { comments, commenting: [] });
  expect([...noted]).toEqual(['old 2', 'new 2']);
  expect(loose).toEqual(comments.slice(2));
});

test('a comment that is being written stands beneath its line', () => {
  const commenting = [{ path: 'a', side: 'new' as const, line: 1 }];
  expect([...placeComments(lines, { comments: [], commenting }).noted]).toEqual(['new 1']);
});
