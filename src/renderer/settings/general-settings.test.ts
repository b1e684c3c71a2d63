import { expect, test } from 'vitest';
import { secondsFrom, secondsText } from './general-settings.tsx';

test.each([
  ['', 0],
  [' ', 0],
  ['0', 0],
  [' 30 ', 30],
  ['1,000', 1_000],
  ['1 000 000', 1_000_000],
  ['1000001', null],
  ['1.5', null],
  ['-1', null],
  ['1e3', null],
  ['two', null],
])('“%s” is %j seconds', (typed, seconds) => expect(secondsFrom(typed)).toBe(seconds));

test('never has no number', () => {
  expect(secondsText(0)).toBe('');
  expect(secondsText(1_000)).toBe('1000');
});
