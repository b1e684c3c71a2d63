import { expect, test } from 'vitest';
import { tabbed } from './folder-form.tsx';

const three = ['/a/parley', '/a/parser', '/a/part'];

test('Tab takes the active folder, the only one, or what all share', () => {
  expect(tabbed(three, 1, '/a/p')).toBe('/a/parser/');
  expect(tabbed(['/a/parser'], -1, '/a/p')).toBe('/a/parser/');
  expect(tabbed(three, -1, '/a/p')).toBe('/a/par');
});

test('Tab that can add nothing is left to move on', () => {
  expect(tabbed(three, -1, '/a/par')).toBeUndefined();
  expect(tabbed([], -1, '/a/x')).toBeUndefined();
});
