import { expect, test } from 'vitest';
import { clockText } from './clock-text.ts';

test.each([
  [0, '0:00'],
  [42, '0:42'],
  [60, '1:00'],
  [754, '12:34'],
  [3_723, '1:02:03'],
])('%i seconds are %s', (seconds, text) => {
  expect(clockText(seconds)).toBe(text);
});
