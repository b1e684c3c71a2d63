import { expect, test } from 'vitest';
import { inputFields, inputJson } from './call-details.tsx';

test('what a call was given is said in words', () => {
  expect(inputFields({ path: 'a.ts', from: 3, maxResults: 5, regex: false })).toEqual([
    { name: 'Path', value: 'a.ts' },
    { name: 'From line', value: '3' },
    { name: 'Max results', value: '5' },
    { name: 'As a pattern', value: 'No' },
  ]);
  expect(inputFields({ timeout_seconds: 30, background: true })).toEqual([
    { name: 'Time limit in seconds', value: '30' },
    { name: 'In the background', value: 'Yes' },
  ]);
});

test('what has no words stays as it came', () => {
  expect(inputFields({ a_list: [1, { b: 2 }], constructor: 'x' })).toEqual([
    { name: 'A list', value: inputJson([1, { b: 2 }]) },
    { name: 'Constructor', value: 'x' },
  ]);
  expect(inputFields('just text')).toEqual([{ name: 'Input', value: 'just text' }]);
});

test('a call without an input shows none', () => {
  expect(inputFields({})).toEqual([]);
  expect(inputFields(null)).toEqual([]);
  expect(inputFields(undefined)).toEqual([]);
});
