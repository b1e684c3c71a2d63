import { expect, test } from 'vitest';
import { directionOf } from './text-direction.ts';

test.each([
  ['Which one?', 'ltr'],
  ['هل تريد المتابعة؟', 'rtl'],
  ['1. **שלום**, world', 'rtl'],
  ['Say مرحبا', 'ltr'],
  ['123', 'ltr'],
])('the first letter of %j decides', (text, direction) => {
  expect(directionOf(text)).toBe(direction);
});
