import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Question } from '../../shared/questions/question.ts';
import { readPick } from './terminal-pick.ts';

const question = (labels: readonly string[], multiple: boolean): Question => ({
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
