import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { invalidInput, jsonIn, plainInput, readInput } from './tool-input.ts';

const schema = z.object({
  name: z.string(),
  list: z.array(z.object({ label: z.string(), sizes: z.array(z.number()).optional() })),
  isOn: z.boolean().default(false),
  count: z.number().optional(),
  answers: z.record(z.string(), z.string()).nullish(),
  anything: z.unknown().optional(),
});

const meant = { name: 'n', list: [{ label: 'A', sizes: [1] }], isOn: true, count: 3, answers: { q: 'a' } };

const forms: [string, unknown][] = [
  ['as it is', meant],
  ['a list as text', { ...meant, list: '[{"label":"A","sizes":[1]}]' }],
  ['its entry in place of a list', { ...meant, list: { label: 'A', sizes: [1] } }],
  ['its entry as text in place of a list', { ...meant, list: '{"label":"A","sizes":[1]}' }],
  ['an entry as text', { ...meant, list: ['{"label":"A","sizes":"[\\"1\\"]"}'] }],
  ['a boolean in capitals', { ...meant, isOn: 'TRUE' }],
  ['a boolean encoded twice', { ...meant, isOn: '"true"' }],
  ['a number as text', { ...meant, count: ' 3 ' }],
  ['a record as text', { ...meant, answers: '{"q":"a"}' }],
  ['all as text', JSON.stringify(meant)],
  ['all in a fence', `\`\`\`\n${JSON.stringify(meant)}\n\`\`\``],
  ['all in a fence on one line', `\`\`\`json ${JSON.stringify(meant)} \`\`\``],
];

test.each(forms)('reads %s', (_, input) => {
  expect(readInput(schema, input).data).toEqual(meant);
});

const refused: [string, object, string][] = [
  ['words for a list', { list: 'A, B' }, 'list: send a list, […], not text'],
  ['single quotes', { list: "[{'label': 'A'}]" }, 'list: send a list, […], not text'],
  ['text around JSON', { list: 'The list: []' }, 'list: send a list, […], not text'],
  ['no text for a list', { list: '' }, 'list: send a list, […], not text'],
  ['a list of lists', { list: [[]] }, 'list[0]: Invalid input: expected object, received array'],
  ['yes', { isOn: 'yes' }, 'isOn: send true or false, not text'],
  ['1 for a boolean', { isOn: 1 }, 'isOn: Invalid input: expected boolean, received number'],
  ['1 as text for a boolean', { isOn: '1' }, 'isOn: send true or false, not text'],
  ['a number with its unit', { count: '3 px' }, 'count: send a number, not text'],
  ['several numbers', { count: '[3]' }, 'count: send a number, not text'],
  ['a list for a record', { answers: '["a"]' }, 'answers: send an object, {…}, not text'],
  ['an object for a text', { name: { a: 1 } }, 'name: Invalid input: expected string, received object'],
];

test.each(refused)('refuses %s, and says what to send', (_, change, problem) => {
  const { error } = readInput(schema, { ...meant, ...change });
  expect(error && invalidInput('tool', error)).toBe(`Invalid input for tool: ${problem}`);
});

describe('what is there already', () => {
  test.each(['["a"]', 'true', '7', '{"a":1}', '```json\n[]\n```', 'null'])('a text %s stays one', (name) => {
    expect(readInput(schema, { ...meant, name, anything: name }).data).toEqual({
      ...meant,
      name,
      anything: name,
    });
  });

  test('the input itself is not changed', () => {
    const input = { ...meant, list: [{ label: 'A', sizes: '[1]' }], count: null };
    const before = structuredClone(input);
    expect(readInput(schema, input).data).toEqual({ ...meant, count: undefined });
    expect(input).toEqual(before);
  });

  test('null stays where the schema takes it, and counts as missing elsewhere', () => {
    expect(readInput(schema, { ...meant, anything: { a: null }, answers: null, isOn: 'null' }).data).toEqual({
      ...meant,
      anything: { a: null },
      answers: null,
      isOn: false,
    });
    expect(readInput(schema, { ...meant, list: [null] }).success).toBe(false);
  });
});

test('an option that is only a text is its label; nothing else is', () => {
  const option = z.object({ label: z.string() });
  const questions = z.object({ options: z.array(option), others: z.array(option).optional() });
  expect(readInput(questions, { options: '["A", 8080, "null", "{"]' }).data).toEqual({
    options: [{ label: 'A' }, { label: '8080' }, { label: 'null' }, { label: '{' }],
  });
  expect(readInput(questions, { options: [], others: ['A'] }).success).toBe(false);
});

test('a field called __proto__ is no prototype', () => {
  const input: unknown = JSON.parse(`{"name":"n","list":"[]","__proto__":{"count":"7"}}`);
  expect(readInput(schema, input).data).toEqual({ name: 'n', list: [], isOn: false });
  expect(Object.getPrototypeOf(plainInput(schema, input))).toBe(Object.prototype);
});

test.each([
  ['1', 1],
  ['"x"', 'x'],
  ['"\\"[]\\""', []],
  ['\ufeff{} ', {}],
  ['```JSON\n{}\n```', {}],
])('JSON in %j', (text, value) => {
  expect(jsonIn(text)).toEqual({ value });
});

test.each(['', '``````', '```json```', 'x', '[1] [2]'])('no JSON in %j', (text) => {
  expect(jsonIn(text)).toBeUndefined();
});

test('any part of an input may be text of JSON, as often as its caller encoded it', () => {
  const asText = (value: unknown, chosen: () => boolean): unknown => {
    if (typeof value === 'string') return value;
    const inner = Array.isArray(value)
      ? value.map((entry) => asText(entry, chosen))
      : typeof value === 'object' && value !== null
        ? Object.fromEntries(Object.entries(value).map(([key, of]) => [key, asText(of, chosen)]))
        : value;
    return chosen() ? JSON.stringify(inner) : inner;
  };
  const label = fc.record({ label: fc.string(), sizes: fc.array(fc.integer()) }, { requiredKeys: ['label'] });
  const input = fc.record({
    name: fc.string(),
    list: fc.array(label),
    isOn: fc.boolean(),
    count: fc.integer(),
  });
  fc.assert(
    fc.property(input, fc.array(fc.boolean(), { minLength: 1 }), (value, choices) => {
      let at = 0;
      const chosen = () => choices[at++ % choices.length] ?? false;
      expect(readInput(schema, asText(value, chosen)).data).toEqual(value);
    }),
  );
});

test('any input ends in a value, never in a throw', () => {
  const ends = (change: (value: unknown) => unknown) =>
    fc.assert(fc.property(fc.jsonValue(), (value) => void readInput(schema, change(value))));
  expect(() => ends((value) => value)).not.toThrow();
  expect(() => ends((value) => ({ ...meant, list: JSON.stringify(value) }))).not.toThrow();
});

test('text of JSON that is nested without end, and lists without end, are read in time', () => {
  const deep = `${'['.repeat(200_000)}${']'.repeat(200_000)}`;
  expect(readInput(schema, { ...meant, list: deep }).success).toBe(false);
  const long = Array.from({ length: 50_000 }, () => '{"label":"A"}');
  expect(readInput(schema, { ...meant, list: long }).data?.list).toHaveLength(50_000);
});
