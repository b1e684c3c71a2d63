import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { PickedQuestion } from '../../shared/questions/questions.ts';
import { framed, hangingLines, oneLine, readPick } from './terminal-prompter.ts';

const question = (labels: readonly string[], multiple: boolean): PickedQuestion => ({
  id: 'q',
  prompt: 'Which?',
  kind: 'choice',
  options: labels.map((label) => ({ label })),
  multiple,
});

const letters = ['A', 'B', 'C'];
const phrases = ['Yes, and deploy', 'Yes', 'Two\nlines', '1'];

const picked = (...picks: string[]) => ({ type: 'picked', picks, other: false });
const own = (...picks: string[]) => ({ type: 'picked', picks, other: true });

test.each([
  ['1', picked('A')],
  [' 3 ', picked('C')],
  ['02', picked('B')],
  ['1,3', picked('A')],
  ['3,1', picked('C')],
  ['3 1', picked('C')],
  ['9,2', picked('B')],
  ['0', own()],
  ['OTHER', own()],
  ['0,2', own()],
  ['b', picked('B')],
  ['b, 1', picked('B')],
])('%j of one', (line, pick) => {
  expect(readPick(line, question(letters, false))).toEqual(pick);
});

test.each([
  ['3, 1', picked('C', 'A')],
  ['1 2', picked('A', 'B')],
  ['2,2', picked('B')],
  ['2,0', own('B')],
  ['9,2', picked('B')],
  ['c,A', picked('C', 'A')],
  ['1, b, other', own('A', 'B')],
])('%j of several', (line, pick) => {
  expect(readPick(line, question(letters, true))).toEqual(pick);
});

test.each([
  ['yes, AND deploy', picked('Yes, and deploy')],
  ['yes', picked('Yes')],
  ['two lines', picked('Two\nlines')],
  ['4', picked('1')],
  ['1', picked('Yes, and deploy')],
  ['yes, 3', picked('Yes', 'Two\nlines')],
])('%j among whole labels', (line, pick) => {
  expect(readPick(line, question(phrases, true))).toEqual(pick);
});

test('a label of digits that no option has as its number is picked by them', () => {
  expect(readPick('8', question(['4', '8'], false))).toEqual(picked('8'));
  expect(readPick('2', question(['2', '3'], false))).toEqual(picked('3'));
});

test.each([false, true])(
  'what is not understood picks nothing and is asked again (several: %j)',
  (multiple) => {
    const why = (line: string) => {
      const pick = readPick(line, question(letters, multiple));
      return pick.type === 'again' ? pick.why : pick;
    };
    const unknown = (text: string) => `"${text}" is neither the number of an option nor its whole name.`;
    for (const line of ['no', 'yes', '-1', '1.5', '2x', 'none', '1 or 2', '①'])
      expect(why(line)).toBe(unknown(line));
    expect(why('9,2,x')).toBe(unknown('x'));
    expect(why(',')).toBe(unknown(','));
    expect(why('7')).toBe('There is no option of that number; they go from 1 to 3.');
    expect(why('7,99999999999')).toBe('There is no option of that number; they go from 1 to 3.');
    expect(why(' ')).toBe('Nothing was entered, and the first option is not a recommended one.');
  },
);

test('the empty line takes the first option only where that one is marked', () => {
  expect(readPick('', question(['A (Recommended)', 'B'], false))).toEqual({
    type: 'recommended',
    label: 'A (Recommended)',
  });
  expect(readPick('', question(['A', 'B (Recommended)'], false))).toMatchObject({ type: 'again' });
});

test('whatever is typed picks what is there or is asked for again', () => {
  fc.assert(
    fc.property(fc.string(), fc.boolean(), (line, multiple) => {
      const pick = readPick(line, question(letters, multiple));
      if (pick.type !== 'picked') {
        expect(pick.type).toBe('again');
        return;
      }
      const given = pick.picks.length + Number(pick.other);
      expect(given).toBeGreaterThan(0);
      if (!multiple) expect(given).toBe(1);
      expect(letters).toEqual(expect.arrayContaining(pick.picks));
      expect(new Set(pick.picks).size).toBe(pick.picks.length);
    }),
  );
});

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
