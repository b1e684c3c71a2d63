import { expect, test } from 'vitest';
import { z } from 'zod';
import { createDialects, type DialectId } from './registry.ts';

type Way = readonly string[];

const jsonSchema = z.object({
  properties: z.record(z.string(), z.unknown()).optional(),
  required: z.array(z.string()).optional(),
  items: z.unknown().optional(),
});

/** Returns the ways to the optional fields of a JSON schema; `*` stands for each entry of a list. */
function optionalFields(schema: unknown): Way[] {
  const { properties = {}, required = [], items } = jsonSchema.parse(schema);
  const inEntries = items === undefined ? [] : optionalFields(items).map((way) => ['*', ...way]);
  return Object.entries(properties).reduce<Way[]>((ways, [name, inner]) => {
    const own = required.includes(name) ? [] : [[name]];
    return [...ways, ...own, ...optionalFields(inner).map((way) => [name, ...way])];
  }, inEntries);
}

type Change = (fields: Record<string, unknown>, name: string) => Record<string, unknown>;

/** Returns a call with a field changed, in each entry of the lists on the way. */
function changed(call: unknown, [name, ...rest]: Way, change: Change): unknown {
  if (name === '*')
    return z
      .array(z.unknown())
      .parse(call)
      .map((entry) => changed(entry, rest, change));
  const fields = z.record(z.string(), z.unknown()).parse(call);
  if (name === undefined || rest.length === 0) return change(fields, name ?? '');
  return { ...fields, [name]: changed(fields[name], rest, change) };
}

const toNull: Change = (fields, name) => ({ ...fields, [name]: null });
const away: Change = (fields, name) =>
  Object.fromEntries(Object.entries(fields).filter(([key]) => key !== name));
const withMore: Change = (fields) => ({ ...fields, unheardOf: { of: [1] } });

const options = ['A', 'B'].map((label) => ({ label, description: 'd', preview: '`p`' }));
const common = { question: 'Q?', header: 'H', options };

/** A call with every field, in each kind that a question can be. */
const calls: Partial<Record<DialectId, unknown[]>> = {
  ask_user_question: [{ questions: [{ ...common, multiSelect: true }], answers: { 'Q?': 'A' } }],
  ask: [{ questions: [{ ...common, id: 'q', multi: true, recommended: 1 }] }],
  ask_user: ['choice', 'text', 'yesno'].map((type) => ({
    questions: [{ ...common, type, multiSelect: true, placeholder: 'p' }],
  })),
};

const dialects = createDialects({});

const cases = Object.entries(calls).flatMap(([id, examples]) => {
  const dialect = [...dialects.values()].find(({ toolName }) => toolName === id);
  if (dialect === undefined) throw new Error(id);
  const schema = z.toJSONSchema(dialect.inputSchema, { io: 'input', unrepresentable: 'any' });
  return examples.flatMap((call) =>
    optionalFields(schema).map((way) => ({ name: `${id}, ${way.join('.')}`, dialect, call, way })),
  );
});

test('there are optional fields to try', () => {
  expect(new Set(cases.map(({ name }) => name))).toEqual(
    new Set([
      'ask_user_question, answers',
      'ask_user_question, questions.*.multiSelect',
      'ask_user_question, questions.*.options.*.preview',
      ...['header', 'multi', 'recommended', 'options.*.description', 'options.*.preview'].map(
        (field) => `ask, questions.*.${field}`,
      ),
      ...['type', 'options', 'multiSelect', 'placeholder'].map((field) => `ask_user, questions.*.${field}`),
    ]),
  );
});

test.each(cases)('null is not there: $name', ({ dialect, call, way }) => {
  expect(dialect.parse(changed(call, way, toNull))).toEqual(dialect.parse(changed(call, way, away)));
});

test.each(cases)('an unknown key beside it is ignored: $name', ({ dialect, call, way }) => {
  expect(dialect.parse(changed(call, way, withMore))).toEqual(dialect.parse(call));
});

test('the command ignores unknown keys, and has no optional field', () => {
  const shell = dialects.get('agent_shell');
  const entry = { ...common, multiSelect: true };
  const asked = (call: object) =>
    shell?.parse({ command: `AskUserQuestion '${JSON.stringify(call)}'`, timeout: null, why: 'x' });
  const plain = asked({
    questions: [{ ...common, options: options.map(({ preview: _, ...rest }) => rest), multiSelect: true }],
  });
  expect(plain).toMatchObject({ type: 'ask' });
  expect(asked({ questions: [{ ...entry, type: null, recommended: 0 }], answers: null, why: 'x' })).toEqual(
    plain,
  );
});
