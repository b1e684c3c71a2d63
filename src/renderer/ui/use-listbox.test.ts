import { expect, test } from 'vitest';
import { activeIndex, nextIndex } from './use-listbox.ts';

const options = ['one', 'two', 'three'];

test('the arrows go round through the options', () => {
  expect(nextIndex('ArrowDown', 0, 3, 'first')).toBe(1);
  expect(nextIndex('ArrowDown', 2, 3, 'first')).toBe(0);
  expect(nextIndex('ArrowUp', 0, 3, 'first')).toBe(2);
  expect(nextIndex('ArrowUp', 0, 1, 'first')).toBe(0);
});

test('the arrows pass the field where nothing is active at first', () => {
  expect(nextIndex('ArrowDown', -1, 3, 'field')).toBe(0);
  expect(nextIndex('ArrowUp', -1, 3, 'field')).toBe(2);
  expect(nextIndex('ArrowDown', 2, 3, 'field')).toBe(-1);
  expect(nextIndex('ArrowUp', 0, 3, 'field')).toBe(-1);
});

test.each(['Home', 'End', 'Enter', 'Tab', 'Escape', 'a'])('%s moves to no option', (key) => {
  expect(nextIndex(key, 1, 3, 'first')).toBeUndefined();
});

test('the start is active until an arrow has moved, and again for another text', () => {
  const untouched = { query: 'o', option: undefined };
  expect(activeIndex(options, 'o', 'first', untouched)).toBe(0);
  expect(activeIndex(options, 'o', 'field', untouched)).toBe(-1);
  expect(activeIndex(options, 'on', 'first', { query: 'o', option: 'two' })).toBe(0);
  expect(activeIndex(options, 'on', 'field', { query: 'o', option: 'two' })).toBe(-1);
});

test('an option that was moved to stays active if it is still listed', () => {
  const moved = { query: 'o', option: 'two' };
  expect(activeIndex(options, 'o', 'first', moved)).toBe(1);
  expect(activeIndex(['two', 'one'], 'o', 'first', moved)).toBe(0);
  expect(activeIndex(['one'], 'o', 'first', moved)).toBe(0);
  expect(activeIndex(['one'], 'o', 'field', moved)).toBe(-1);
});

test('no option is active in an empty list', () => {
  expect(activeIndex([], 'o', 'first', { query: 'o', option: 'two' })).toBe(-1);
});
