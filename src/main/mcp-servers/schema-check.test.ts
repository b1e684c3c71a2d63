import { expect, test } from 'vitest';
import { checkSchema } from './schema-check.ts';

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
