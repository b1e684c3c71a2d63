import { expect, test } from 'vitest';
import { checkField, isOfFormat, matchesPattern } from './check-form.ts';
import type { EntryValue, FormField } from './form.ts';
import { parseFormSchema } from './parse-schema.ts';
import { speaksOfSecret } from './secrets.ts';

function fieldOf(property: object, required = false): FormField {
  const schema = { type: 'object', properties: { x: property }, required: required ? ['x'] : [] };
  const parsed = parseFormSchema(schema);
  const [field] = parsed.ok ? parsed.form.fields : [];
  if (field === undefined) throw new Error('There is no field.');
  return field;
}

function problemOf(property: object, entered: EntryValue, required = false): string | undefined {
  const checked = checkField(fieldOf(property, required), entered);
  return checked.ok ? undefined : checked.problem;
}

const sizes = { type: 'string', enum: ['s', 'm'], enumNames: ['Small', 'Medium'] };
const several = { type: 'array', items: { enum: ['a', 'b', 'c'] }, minItems: 2, maxItems: 2 };

test.each<[string, object, EntryValue]>([
  ['Enter at least 3 characters. There are 2.', { type: 'string', minLength: 3 }, '👩‍👩'.slice(0, 2) + 'a'],
  ['Enter at most 1 character. There are 2.', { type: 'string', maxLength: 1 }, 'ab'],
  ['This has to match the pattern ^[A-Z]+-[0-9]+$', { type: 'string', pattern: '^[A-Z]+-[0-9]+$' }, 'abc'],
  ['Enter an e-mail address, such as name@example.com.', { type: 'string', format: 'email' }, 'ada'],
  ['Enter a whole address, such as https://example.com.', { type: 'string', format: 'uri' }, 'example'],
  ['Enter a date as year-month-day, such as 2026-03-31.', { type: 'string', format: 'date' }, '2026-02-30'],
  ['Enter a date and a time.', { type: 'string', format: 'date-time' }, '2026-02-20'],
  ['Enter a number.', { type: 'number' }, '1,5'],
  ['Enter a number.', { type: 'number' }, '0x10'],
  ['Enter a number.', { type: 'number' }, '1e999'],
  ['Enter a whole number.', { type: 'integer' }, '1.5'],
  ['Enter 2 or more.', { type: 'number', minimum: 2 }, '1'],
  ['Enter 2 or less.', { type: 'number', maximum: 2 }, '3'],
  ['Choose one of the options.', sizes, 'Small'],
  ['Choose at least 2. 1 chosen.', several, ['a']],
  ['Choose at most 2. 3 chosen.', several, ['a', 'b', 'c']],
  ['Choose from the options.', several, ['a', 'z']],
  ['Choose yes or no.', { type: 'boolean' }, 'yes'],
])('says %j', (problem, property, entered) => {
  expect(problemOf(property, entered)).toBe(problem);
});

test.each<[string, object, EntryValue]>([
  ['This is required.', { type: 'string' }, ''],
  ['This is required.', { type: 'number' }, null],
  ['Choose yes or no.', { type: 'boolean' }, null],
  ['Choose one.', sizes, null],
  ['Choose at least one.', { type: 'array', items: { enum: ['a'] } }, []],
])('says %j of what is required, and nothing where it is not', (problem, property, entered) => {
  expect(problemOf(property, entered, true)).toBe(problem);
  expect(checkField(fieldOf(property), entered)).toEqual({ ok: true, value: undefined });
});

test.each<[object, EntryValue, unknown]>([
  [{ type: 'string' }, ' kept as it is ', ' kept as it is '],
  [{ type: 'number' }, ' 1.50 ', 1.5],
  [{ type: 'integer' }, '-3', -3],
  [{ type: 'boolean' }, false, false],
  [sizes, 'm', 'm'],
  [several, ['b', 'a', 'b'], ['b', 'a']],
  [{ type: 'string', pattern: '(?=look)ahead' }, 'not checked here', 'not checked here'],
  [{ type: 'string', format: 'color' }, 'no known format', 'no known format'],
])('makes a value of an entry in %j', (property, entered, value) => {
  expect(checkField(fieldOf(property), entered)).toEqual({ ok: true, value });
});

test('a pattern takes time in proportion to the text alone', () => {
  expect(matchesPattern('^(a+)+$', `${'a'.repeat(20_000)}!`)).toBe(false);
  expect(matchesPattern('(x+x+)+y', 'x'.repeat(20_000))).toBe(false);
  expect(matchesPattern('(((a{30}){30}){30}){30}', 'a'.repeat(100))).not.toBe(true);
});

test('dates and moments are those of the calendar', () => {
  expect(isOfFormat('date', '2024-02-29')).toBe(true);
  expect(isOfFormat('date', '2025-02-29')).toBe(false);
  expect(isOfFormat('date', '0001-12-31')).toBe(true);
  expect(isOfFormat('date-time', '2026-11-22T10:00:00+01:00')).toBe(true);
  expect(isOfFormat('date-time', '2026-11-22T24:00:00Z')).toBe(false);
  expect(isOfFormat('date-time', '2026-11-22T10:00:00')).toBe(false);
  expect(isOfFormat('uri', 'mailto:ada@example.com')).toBe(true);
});

test.each(['password', 'apiKey', 'API_TOKEN', 'Pass phrase', 'private-key', 'client.secret'])(
  'the name %s speaks of a secret',
  (name) => {
    expect(speaksOfSecret({ id: 'x', title: name })).toBe(true);
    expect(speaksOfSecret({ id: name, title: 'X' })).toBe(true);
  },
);

test.each(['keyboard', 'Monkey', 'passenger', 'Tokyo', 'spinner'])('the name %s does not', (name) => {
  expect(speaksOfSecret({ id: name, title: name })).toBe(false);
});

test.each([
  [undefined, 'The form is not described by an object.'],
  [{ type: 'array' }, 'The form is not described by an object.'],
  [{ type: 'object' }, 'The form has no fields.'],
  [{ properties: { x: true } }, 'The field “x” is not described.'],
  [{ properties: { x: { type: 'object' } } }, 'The field “x” is of a kind that a form does not have.'],
  [
    { properties: { x: { type: 'array', items: { type: 'object' } } } },
    'The field “x” is a list of something other than options.',
  ],
  [{ properties: { x: { type: 'string', enum: [] } } }, 'The field “x” has no options.'],
  [{ properties: { x: { type: 'integer', enum: [1] } } }, 'The options of the field “x” are not text.'],
])('refuses %j', (schema, reason) => {
  expect(parseFormSchema(schema)).toEqual({ ok: false, reason });
});
