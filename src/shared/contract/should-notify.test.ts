import { expect, test } from 'vitest';
import { shouldNotify } from './should-notify.ts';

test.each([
  ['on', true, true],
  ['on', false, true],
  ['unfocused', true, false],
  ['unfocused', false, true],
  ['off', true, false],
  ['off', false, false],
] as const)('%s, with a focused window: %s', (setting, focused, told) => {
  expect(shouldNotify(setting, focused)).toBe(told);
});
