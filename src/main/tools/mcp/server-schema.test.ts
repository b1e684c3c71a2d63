import fc from 'fast-check';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { offeredSchema } from './server-schema.ts';
import { whyRefused } from '../../../../test/main/mcp-servers/schema-takers.ts';

/** The properties that a model is offered of these, in a schema that all providers take. */
function offered(properties: Record<string, unknown>, more: Record<string, unknown> = {}) {
  const schema = offeredSchema({ type: 'object', properties, ...more });
  expect(whyRefused(schema)).toEqual([]);
  return schema['properties'];
}

test('what all providers take stays as it is', () => {
  const schema = {
    type: 'object',
    properties: {
      path: { type: 'string', description: 'A path', minLength: 1, pattern: '^/' },
      size: { type: 'string', enum: ['small', 'large'] },
      lines: { type: 'array', items: { type: 'integer', minimum: 1 }, maxItems: 3 },
      where: { anyOf: [{ type: 'string' }, { type: 'object', properties: { x: { type: 'number' } } }] },
      label: { type: ['string', 'null'] },
    },
    required: ['path'],
    additionalProperties: false,
  };
  expect(whyRefused(schema)).toEqual([]);
  expect(offeredSchema(schema)).toEqual(schema);
});

test.each<[string, unknown, unknown]>([
  [
    'a tuple of draft-07',
    { type: 'array', items: [{ type: 'number' }, { type: 'string' }], additionalItems: false },
    { type: 'array', items: { anyOf: [{ type: 'number' }, { type: 'string' }] }, maxItems: 2 },
  ],
  [
    'a tuple of 2020-12',
    { type: 'array', prefixItems: [{ type: 'number' }, { type: 'number' }], items: false, minItems: 2 },
    { type: 'array', items: { type: 'number' }, minItems: 2, maxItems: 2 },
  ],
  ['an array without items', { type: 'array' }, { type: 'array', items: {} }],
  ['an array of several types', { type: ['array', 'string'] }, { type: ['array', 'string'], items: {} }],
  ['any type', { type: 'any', description: 'What you like' }, { description: 'What you like' }],
  ['a type of another language', { type: 'int', minimum: 0 }, { type: 'integer', minimum: 0 }],
  ['a type in capitals', { type: 'STRING', nullable: true }, { type: ['string', 'null'] }],
  ['a property that is true', true, {}],
  ['a property that is null', null, {}],
  ['a property that is the name of a type', 'string', { type: 'string' }],
  ['a required of its own', { type: 'string', required: true }, { type: 'string' }],
  [
    'bounds of draft-04',
    { type: 'number', minimum: 0, exclusiveMinimum: true, maximum: 9, exclusiveMaximum: false },
    { type: 'number', exclusiveMinimum: 0, maximum: 9 },
  ],
  ['a step of draft-03', { type: 'number', divisibleBy: 5 }, { type: 'number', multipleOf: 5 }],
  ['bounds that are texts', { type: 'string', minLength: '1', maxLength: -2 }, { type: 'string' }],
  ['a pattern that is none', { type: 'string', pattern: '(?<x' }, { type: 'string' }],
  ['a const', { const: 'a' }, { type: 'string', enum: ['a'] }],
  ['an empty enum', { type: 'string', enum: [] }, { type: 'string' }],
  ['an enum of objects', { enum: [{ a: 1 }, 'b'] }, {}],
  ['an enum twice the same', { enum: ['a', 'a', null] }, { type: 'string', enum: ['a'] }],
  ['oneOf of constants', { oneOf: [{ const: 'a' }, { const: 'b' }] }, { type: 'string', enum: ['a', 'b'] }],
  [
    'oneOf beside properties',
    {
      type: 'object',
      properties: { a: { type: 'string' }, b: { type: 'string' } },
      oneOf: [{ required: ['a'] }, { required: ['b'] }],
    },
    { type: 'object', properties: { a: { type: 'string' }, b: { type: 'string' } } },
  ],
  [
    'allOf',
    {
      allOf: [
        { type: 'object', properties: { a: { type: 'string' } }, required: ['a'] },
        { properties: { b: { type: 'number' } }, required: ['b'] },
      ],
    },
    {
      type: 'object',
      properties: { a: { type: 'string' }, b: { type: 'number' } },
      required: ['a', 'b'],
    },
  ],
  [
    'conditions',
    JSON.parse(
      '{"type":"string","not":{"const":"x"},"if":{},"then":{},"else":{},"$comment":"x","x-order":1}',
    ),
    { type: 'string' },
  ],
  [
    'properties that are a list',
    { type: 'object', properties: [{ name: 'a' }], required: 'a' },
    { type: 'object' },
  ],
  [
    'required that is no property',
    { type: 'object', properties: { a: {} }, required: ['a', 'b', 7] },
    { type: 'object', properties: { a: {} }, required: ['a'] },
  ],
  [
    'patterns of names',
    { type: 'object', patternProperties: { '^x': {} }, additionalProperties: false },
    { type: 'object' },
  ],
  [
    'names that no provider takes',
    { type: 'object', properties: { 'a b': { type: 'string' }, c: { type: 'string' } } },
    {
      type: 'object',
      properties: { c: { type: 'string' } },
      description: 'It can also have: "a b" (string).',
    },
  ],
  ['a reference to elsewhere', { $ref: 'https://example.com/a.json', title: 'A' }, { title: 'A' }],
])('%s is mended, at the first level and below others', (_, schema, expected) => {
  expect(offered({ it: schema })).toEqual({ it: expected });
  const below = { type: 'array', items: { type: 'object', properties: { it: schema } } };
  expect(offered({ below })).toMatchObject({ below: { items: { properties: { it: expected } } } });
});

test('what draft-03 says with each property is said with the object', () => {
  const properties = { a: { type: 'string', required: true }, b: { type: 'string', required: false } };
  expect(offeredSchema({ type: 'object', properties })).toMatchObject({ required: ['a'] });
});

test('references stand for what they refer to, and one that leads back to itself ends', () => {
  const definitions = {
    Name: { type: 'string', description: 'A name' },
    Node: {
      type: 'object',
      properties: {
        name: { $ref: '#/definitions/Name' },
        parts: { type: 'array', items: { $ref: '#/definitions/Node' } },
      },
    },
  };
  expect(offered({ tree: { $ref: '#/definitions/Node' } }, { definitions })).toEqual({
    tree: {
      type: 'object',
      properties: {
        name: { type: 'string', description: 'A name' },
        parts: { type: 'array', items: { type: 'object', description: 'As Node above.' } },
      },
    },
  });
  const $defs = { A: { $ref: '#/$defs/B' }, B: { $ref: '#/$defs/A' } };
  offered({ a: { $ref: '#/$defs/A' }, whole: { $ref: '#' } }, { $defs });
});

test('a choice at the top becomes one object with the properties of all', () => {
  const create = {
    type: 'object',
    properties: { action: { const: 'create' }, title: { type: 'string' } },
    required: ['action', 'title'],
  };
  const remove = {
    type: 'object',
    properties: { action: { const: 'remove' }, id: { type: 'number' } },
    required: ['action', 'id'],
  };
  const schema = offeredSchema({ type: 'object', oneOf: [create, remove], $schema: 'x' });
  expect(whyRefused(schema)).toEqual([]);
  expect(schema).toEqual({
    type: 'object',
    properties: {
      action: { type: 'string', enum: ['create', 'remove'] },
      title: { type: 'string' },
      id: { type: 'number' },
    },
    required: ['action'],
  });
});

test.each<[string, Record<string, unknown>]>([
  ['is of no object', { type: 'string', description: 'A text' }],
  [
    'is too large',
    { type: 'object', properties: { a: { type: 'string', description: 'x'.repeat(60_000) } } },
  ],
  ['nothing fits', { type: 'object', allOf: [false] }],
])('a schema that %s is offered as that of any object, with its words', (_, schema) => {
  const open = offeredSchema(schema);
  expect(whyRefused(open)).toEqual([]);
  expect(open).toMatchObject({ type: 'object', properties: {}, additionalProperties: true });
  expect(open['description']).toContain(JSON.stringify(schema).slice(0, 100));
});

test('a small schema that its references make endless is bounded', () => {
  const $defs = Object.fromEntries(
    Array.from({ length: 30 }, (_, n) => {
      const next = { $ref: `#/$defs/d${n + 1}` };
      return [`d${n}`, { type: 'object', properties: { a: next, b: next, c: next } }];
    }),
  );
  const schema = offeredSchema({ type: 'object', properties: { it: { $ref: '#/$defs/d0' } }, $defs });
  expect(whyRefused(schema)).toEqual([]);
  expect(JSON.stringify(schema).length).toBeLessThanOrEqual(50_000);
  let deep: Record<string, unknown> = { type: 'string' };
  for (let level = 0; level < 5_000; level += 1)
    deep = { allOf: [deep], type: 'object', properties: { deep } };
  expect(whyRefused(offeredSchema(deep))).toEqual([]);
});

test('no schema whatever makes one that a provider refuses', () => {
  const names = fc.constantFrom('a', 'b', 'a b', '__proto__', 'ünïcode', 'x'.repeat(70));
  const keys = fc.constantFrom(
    ...'type items prefixItems additionalItems required enum const nullable anyOf oneOf allOf not $ref pattern format'
      .concat(
        ' minimum exclusiveMinimum minLength additionalProperties patternProperties description default',
      )
      .concat(' maxItems uniqueItems')
      .split(' '),
  );
  const { schema } = fc.letrec((tie) => ({
    value: fc.oneof(
      { depthSize: 'small' },
      fc.constantFrom<unknown>('string', 'object', 'array', 'any', 'Integer', '#', '#/properties/a', '(', ''),
      fc.constantFrom<unknown>(
        true,
        false,
        null,
        0,
        -1,
        1.5,
        [],
        {},
        ['a', 'a'],
        ['string', 'null'],
        [1, {}],
      ),
      tie('schema'),
      fc.array(tie('schema'), { maxLength: 3 }),
    ),
    schema: fc
      .tuple(
        fc.dictionary(keys, tie('value'), { maxKeys: 4 }),
        fc.option(fc.dictionary(names, tie('value'), { maxKeys: 3 })),
      )
      .map(([fields, properties]) => (properties === null ? fields : { ...fields, properties })),
  }));
  const fieldsSchema = z.record(z.string(), z.unknown());
  const object = schema.map((fields) => ({ ...fieldsSchema.parse(fields), type: 'object' }));
  fc.assert(
    fc.property(object, (some) => {
      expect(whyRefused(offeredSchema(some))).toEqual([]);
    }),
    { numRuns: 2_000 },
  );
});
