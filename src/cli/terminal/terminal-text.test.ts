import fc from 'fast-check';
import { expect, test } from 'vitest';
import { framed, hangingLines, oneLine } from './terminal-text.ts';

test('escapes, control characters and turned text stand as their codes', () => {
  expect(hangingLines('', 'a\u001B[2Jb\u0007c\u202Ed\te\r\nf\rg\u009B2J\u3164', 80)).toEqual([
    'a<U+001B>[2Jb<U+0007>c<U+202E>d  e',
    'f<U+000D>g<U+009B>2J<U+3164>',
  ]);
  expect(oneLine(' a\n 2. b\u202E ')).toBe('a 2. b<U+202E>');
});

test('what a text goes on with stands below its beginning', () => {
  expect(hangingLines(' 1. ', 'Yes\n 2. No\n\n 3. All', 80)).toEqual([
    ' 1. Yes',
    '     2. No',
    '    ',
    '     3. All',
  ]);
  expect(hangingLines('', 'Which?\n 1. Mine', 80, 4)).toEqual(['Which?', '     1. Mine']);
  expect(hangingLines(' 10. ', 'one two three four', 15)).toEqual([' 10. one two', '     three four']);
  expect(hangingLines(' 1. ', '0123456789ab', 14)).toEqual([' 1. 0123456789', '    ab']);
  expect(hangingLines(' 1. ', '一二三四五六', 14)).toEqual([' 1. 一二三四五', '    六']);
});

test('no line of any text begins where a numbered option does, or is longer than the terminal', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'binary', maxLength: 200 }),
      fc.integer({ min: 20, max: 60 }),
      (text, columns) => {
        const [first = '', ...rest] = hangingLines(' 1. ', text, columns);
        expect(first.startsWith(' 1. ')).toBe(true);
        for (const line of rest) expect(line.startsWith('    ')).toBe(true);
        for (const line of [first, ...rest]) expect(Array.from(line).length).toBeLessThanOrEqual(columns);
      },
    ),
  );
});

test('a frame carries its name and keeps its width', () => {
  const [top, line, bottom] = framed('Auth', ['one']).split('\n');
  expect(top).toHaveLength(bottom?.length ?? 0);
  expect(top?.startsWith('┌─ Auth ─')).toBe(true);
  expect(line).toBe('│ one');
});
