import { expect, test } from 'vitest';
import { afterSending, emptyComposer } from './composer-state.ts';

test('what was typed while a message was on its way stays', () => {
  expect(afterSending({ ...emptyComposer, text: 'one two', sending: 'one' }, 'one').text).toBe(' two');
});

test('a text that was changed meanwhile stays whole', () => {
  expect(afterSending({ ...emptyComposer, text: 'One', sending: 'one' }, 'one').text).toBe('One');
});
