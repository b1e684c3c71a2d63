import { expect, test } from 'vitest';
import { framed, safeLines } from './terminal-text.ts';

test('escapes, control characters and turned text are taken out of what others wrote', () => {
  expect(safeLines('a\u001B[2Jb\u0007c\u202Ed\te\r\nf')).toEqual(['abcd  e', 'f']);
});

test('a frame carries its name and keeps its width', () => {
  const [top, line, bottom] = framed('Auth', ['one']).split('\n');
  expect(top).toHaveLength(bottom?.length ?? 0);
  expect(top?.startsWith('┌─ Auth ─')).toBe(true);
  expect(line).toBe('│ one');
});
