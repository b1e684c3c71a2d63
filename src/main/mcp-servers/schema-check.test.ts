import { expect, test } from 'vitest';
import { checkSchema, plainBySchema } from './schema-check.ts';

test('a schema of few nested choices that stand for billions is given up, and does not hold the process up', () => {
  const levels = 40;
  const $defs = Object.fromEntries(
    Array.from({ length: levels }, (_, level) => {
      const next = level + 1 === levels ? { type: 'string' } : { $ref: `#/$defs/l${level + 1}` };
      return [`l${level}`, { anyOf: [next, next] }];
    }),
  );
  const schema = { $schema: 'https://json-schema.org/draft/2020-12/schema', $defs, $ref: '#/$defs/l0' };
  expect(checkSchema(schema, 1)).toMatchObject({ type: 'invalid-schema' });
});

test('a value is held against its schema', () => {
  const schema = { type: 'object', properties: { id: { type: 'integer' } }, required: ['id'] };
  expect(checkSchema(schema, { id: 1 })).toEqual({ type: 'fits' });
  expect(checkSchema(schema, { id: 'one' })).toMatchObject({ type: 'breaks' });
  expect(checkSchema({ type: 'nothing there is' }, {})).toMatchObject({ type: 'invalid-schema' });
});

const labels = { type: 'array', items: { type: 'string', pattern: '^(a+)+$' } };
const size = { type: 'object', properties: { width: { type: 'integer' } }, required: ['width'] };

test.each<[string, object, unknown, unknown]>([
  ['a list', labels, '["a"]', ['a']],
  ['an object, with a number as text in it', size, '{"width":"3"}', { width: 3 }],
  ['a list that may be null, as Pydantic writes it', { anyOf: [labels, { type: 'null' }] }, '["a"]', ['a']],
  ['a list by one of its types', { type: ['array', 'null'] }, '[1]', [1]],
  ['an object below a choice', { anyOf: [size, { type: 'null' }] }, { width: '3' }, { width: 3 }],
  ['a reference', { $ref: '#/$defs/Size' }, '{"width":3}', { width: 3 }],
  [
    'a tuple of draft-07',
    { type: 'array', items: [{ type: 'number' }, { type: 'number' }] },
    '[1,2]',
    [1, 2],
  ],
])('text of JSON for %s is read as that', (_, schema, value, meant) => {
  const whole = { type: 'object', properties: { it: schema }, $defs: { Size: size } };
  expect(plainBySchema(whole, { it: value })).toEqual({ it: meant });
  expect(checkSchema(whole, { it: meant })).toEqual({ type: 'fits' });
});

test.each<[string, object, unknown]>([
  ['a text or a list', { type: ['string', 'array'] }, '["a"]'],
  ['one of two objects', { anyOf: [size, { type: 'object', properties: { w: size } }] }, '{"width":3}'],
  ['words', labels, 'a, b'],
  ['a text', { type: 'string' }, '["a"]'],
])('%s that could mean more than one thing stays as it is', (_, schema, value) => {
  const whole = { type: 'object', properties: { it: schema } };
  expect(plainBySchema(whole, { it: value })).toEqual({ it: value });
});

test('by a schema that is none, or that would take for ever, a value stays as it is', () => {
  expect(plainBySchema('a number', { it: '[1]' })).toEqual({ it: '[1]' });
  expect(plainBySchema({ type: 'nothing there is' }, { it: '[1]' })).toEqual({ it: '[1]' });
  const levels = 40;
  const $defs = Object.fromEntries(
    Array.from({ length: levels }, (_, level) => {
      const next = level + 1 === levels ? { type: 'number' } : { $ref: `#/$defs/l${level + 1}` };
      return [`l${level}`, { anyOf: [next, next] }];
    }),
  );
  const schema = { type: 'object', properties: { it: { $ref: '#/$defs/l0' } }, $defs };
  expect(plainBySchema(schema, { it: '1' })).toEqual({ it: '1' });
});
