import fc from 'fast-check';
import { expect, test } from 'vitest';
import { argumentHint, readArguments } from './offers.ts';

const city = { name: 'city', required: true };
const state = { name: 'state', description: 'Where it lies' };

test('what may follow a prompt is named, what can be left out in brackets', () => {
  expect(argumentHint([])).toBeNull();
  expect(argumentHint([state])).toBe('[state]');
  expect(argumentHint([city, state])).toBe('city=… [state=…]');
});

test.each([
  [[city], 'New York', { city: 'New York' }],
  [[city], 'city="New York"', { city: 'New York' }],
  [[city, state], 'state=NY city="a \\"big\\" one"', { state: 'NY', city: 'a "big" one' }],
  [[state], '', {}],
  [[], '', {}],
])('of %j, %j is read as %j', (args, text, values) => {
  expect(readArguments(args, text)).toEqual({ ok: true, values });
});

test.each([
  [[city, state], 'state=NY', 'It takes city=….'],
  [
    [city, state],
    'city=Ulm here',
    '“here” is not an argument of this prompt. It takes city=…, state=… (Where it lies).',
  ],
  [[city, state], 'town=Ulm', 'This prompt has no “town”. It takes city=…, state=… (Where it lies).'],
  [[], 'more', 'This prompt takes no arguments.'],
])('of %j, %j is refused: %s', (args, text, problem) => {
  expect(readArguments(args, text)).toEqual({ ok: false, problem });
});

test('any value comes through in quotation marks', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (one, other) => {
      const written = (value: string) => `"${value.replaceAll(/["\\]/g, '\\$&')}"`;
      const text = `city=${written(one)} state=${written(other)}`;
      expect(readArguments([city, state], text)).toEqual({ ok: true, values: { city: one, state: other } });
    }),
  );
});
