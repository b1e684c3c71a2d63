import { expect, test } from 'vitest';
import { findSettings, type Setting } from './setting.ts';

const row = () => null;
const settings: Setting[] = [
  { part: 'appearance', group: 'Look', name: 'Theme', words: 'dark light', row },
  { part: 'appearance', group: 'Text', name: 'Text size', row },
  { part: 'general', group: 'Café', name: 'Choose for me after', about: 'Seconds until it does', row },
];
const found = (query: string) =>
  [...findSettings(settings, query)].map(([part, list]) => [part, list.map(({ name }) => name)]);

test('a setting is found by its name, its sentence, its heading, its part and what else it is called', () => {
  expect(found('theme')).toEqual([['appearance', ['Theme']]]);
  expect(found('SECONDS')).toEqual([['general', ['Choose for me after']]]);
  expect(found('cafe')).toEqual([['general', ['Choose for me after']]]);
  expect(found('dark')).toEqual([['appearance', ['Theme']]]);
  expect(found('appearance')).toEqual([['appearance', ['Theme', 'Text size']]]);
});

test('every word of a search must be there, in any order', () => {
  expect(found('size text')).toEqual([['appearance', ['Text size']]]);
  expect(found('text theme')).toEqual([]);
});

test('what is found stands in the order of the parts', () => {
  expect(found('e').map(([part]) => part)).toEqual(['general', 'appearance']);
});
