import fc from 'fast-check';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { answer } from './answer.ts';
import { checkField } from './check-form.ts';
import { type FormDraft, formDraftSchema, formSubjectSchema } from './form.ts';
import { parseFormSchema } from './parse-schema.ts';
import { keptEntries, withoutSecrets } from './secrets.ts';

const texts = fc.string({ unit: 'grapheme', maxLength: 12 });
const names = fc.oneof(fc.constantFrom('__proto__', 'constructor', 'x', 'X y', '1'), texts);
const optionLists = fc.uniqueArray(texts, { minLength: 1, maxLength: 9 });
const maybe = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: undefined });

const described = { title: maybe(texts), description: maybe(texts) };
const secretMark = maybe(fc.constantFrom({ secret: true }, { codex: { isSecret: true } }, { other: 1 }));

/** One property in each of the spellings that there are. */
const properties = fc.oneof(
  fc.record({
    type: fc.constant('string'),
    ...described,
    _meta: secretMark,
    minLength: maybe(fc.nat(4)),
    maxLength: maybe(fc.integer({ min: 4, max: 20 })),
    pattern: maybe(fc.constantFrom('^a+$', '[', '(?=a)', '\\d{3}', '(a+)+$')),
    format: maybe(fc.constantFrom('email', 'uri', 'date', 'date-time', 'color')),
    default: maybe(fc.oneof(texts, fc.integer())),
  }),
  fc.record({
    type: fc.constantFrom('number', 'integer'),
    ...described,
    minimum: maybe(fc.integer({ min: -10, max: 5 })),
    maximum: maybe(fc.integer({ min: 5, max: 20 })),
    default: maybe(fc.oneof(fc.integer(), texts)),
  }),
  fc.record({ type: fc.constant('boolean'), ...described, default: maybe(fc.boolean()) }),
  optionLists.chain((values) =>
    fc.constantFrom<object>(
      { type: 'string', enum: values },
      { type: 'string', enum: values, enumNames: values.map((value) => `${value}!`) },
      { type: 'string', oneOf: values.map((value) => ({ const: value, title: `${value}!` })) },
      { oneOf: values.map((value) => ({ const: value })) },
      { type: 'array', items: { type: 'string', enum: values }, minItems: 1 },
      {
        type: 'array',
        items: { anyOf: values.map((value) => ({ const: value, title: value })) },
        maxItems: 2,
      },
    ),
  ),
);

/** Schemas as they come over a wire. */
const schemas = fc
  .array(fc.tuple(names, properties, fc.boolean()), { maxLength: 6 })
  .map((fields): unknown => {
    const entries = fields.map(([name, property]) => [name, property] as const);
    const required = fields.flatMap(([name, , isRequired]) => (isRequired ? [name] : []));
    return JSON.parse(JSON.stringify({ type: 'object', properties: Object.fromEntries(entries), required }));
  });

function fieldsOf(schema: unknown) {
  const parsed = parseFormSchema(schema);
  if (!parsed.ok) throw new Error(parsed.reason);
  return parsed.form.fields;
}

const values = fc.oneof(texts, fc.boolean(), fc.array(texts, { maxLength: 3 }), fc.constant(null));
const drafts = (ids: readonly string[]): fc.Arbitrary<FormDraft> =>
  ids.length === 0
    ? fc.constant([])
    : fc.array(fc.record({ id: fc.constantFrom(...ids), value: values }), { maxLength: 8 });

test('every schema of the shape is read, with each of its fields once, and survives being stored', () => {
  fc.assert(
    fc.property(schemas, (schema) => {
      const fields = fieldsOf(schema);
      const names = Object.keys(z.object({ properties: z.custom<object>() }).parse(schema).properties);
      expect(fields.map(({ id }) => id)).toEqual(names);
      const stored: unknown = JSON.parse(JSON.stringify({ type: 'fields', fields }));
      expect(JSON.stringify(formSubjectSchema.parse(stored))).toBe(
        JSON.stringify(formSubjectSchema.parse({ type: 'fields', fields })),
      );
    }),
  );
});

test('no JSON whatever breaks the reading: it is a form or refused with a reason', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.jsonValue(), (whole, property) => {
      for (const schema of [whole, { properties: whole }, { type: 'object', properties: { x: property } }]) {
        const parsed = parseFormSchema(schema);
        expect(parsed.ok || parsed.reason).toEqual(parsed.ok ? true : expect.stringMatching(/\.$/));
      }
    }),
  );
});

test('an answer has a value for exactly the fields that hold one, each of which keeps its rules', () => {
  fc.assert(
    fc.property(
      schemas.chain((schema) => {
        const fields = fieldsOf(schema);
        return fc.tuple(fc.constant(fields), drafts(fields.map(({ id }) => id)));
      }),
      ([fields, entries]) => {
        expect(formDraftSchema.safeParse(entries).success).toBe(true);
        const result = answer(fields, entries);
        if (!result.ok) {
          expect(result.problems.length).toBeGreaterThan(0);
          for (const { problem } of result.problems) expect(problem.length).toBeGreaterThan(5);
          return;
        }
        for (const field of fields) {
          const value = result.values.find(({ id }) => id === field.id)?.value;
          if (value === undefined) expect(field.required).toBe(false);
          else {
            expect(value).not.toBe('');
            // What was sent passes once more, as the same value.
            const entered = typeof value === 'number' ? String(value) : value;
            expect(checkField(field, entered)).toEqual({ ok: true, value });
          }
        }
      },
    ),
  );
});

test('of secrets nothing is kept, and of all else everything', () => {
  fc.assert(
    fc.property(
      schemas.chain((schema) => {
        const fields = fieldsOf(schema);
        return fc.tuple(fc.constant(fields), drafts(fields.map(({ id }) => id)));
      }),
      ([fields, entries]) => {
        const secret = new Set(fields.filter((field) => field.secret).map(({ id }) => id));
        const kept = keptEntries(fields, entries);
        expect(kept).toEqual(entries.filter(({ id }) => !secret.has(id)));
        const result = answer(fields, entries);
        if (!result.ok) return;
        for (const { id, value } of withoutSecrets(fields, result.values)) {
          if (secret.has(id)) expect(value).toBe('••••');
          else expect(value).toEqual(result.values.find((sent) => sent.id === id)?.value);
        }
      },
    ),
  );
});
