import { createContext, Script } from 'node:vm';
import { AjvJsonSchemaValidator } from '@modelcontextprotocol/client/validators/ajv';
import { z } from 'zod';
import { plainInput } from '../../shared/dialects/tool-input.ts';
import { messageOf } from '../../shared/thrown-error.ts';

/** The largest schema that is compiled, and the longest problem, in characters. */
const largest = 200_000;
const longestProblem = 1_000;

/** The time that one check may take, in milliseconds: a few nested choices can stand for billions. */
const longestCheck = 500;

type SchemaCheck =
  | { type: 'fits' }
  | { type: 'breaks'; problem: string }
  /** The schema itself can't be used. */
  | { type: 'invalid-schema'; problem: string };

const fieldsSchema = z.record(z.string(), z.unknown());

type Fields = Record<string, unknown>;

/**
 * Checks a value against a server's JSON Schema, draft-06 to 2020-12. Ignores patterns, since a hostile one can block the
 * process, and formats, which are annotations.
 */
export function checkSchema(schema: unknown, value: unknown): SchemaCheck {
  const fields = fieldsSchema.safeParse(schema);
  if (!fields.success) return { type: 'invalid-schema', problem: 'It is not an object.' };
  if (JSON.stringify(schema).length > largest) return { type: 'invalid-schema', problem: 'It is too large.' };
  try {
    return inItsDraft(withoutPatterns(fields.data), (checked) => check(checked, value));
  } catch (error) {
    return { type: 'invalid-schema', problem: messageOf(error) };
  }
}

/** Without `$schema` 2020-12 is meant, but many servers write draft-07, whose tuples are no schema there. */
function inItsDraft<Result>(schema: Fields, work: (schema: Fields) => Result): Result {
  try {
    return work(schema);
  } catch (error) {
    if ('$schema' in schema) throw error;
    try {
      return work({ ...schema, $schema: 'http://json-schema.org/draft-07/schema#' });
    } catch {
      throw error;
    }
  }
}

/**
 * Returns a value with what stands in it in other forms in the form that a server's schema has, as `plainInput` does;
 * the value itself where the schema can't be used.
 */
export function plainBySchema(schema: unknown, value: unknown): unknown {
  const fields = fieldsSchema.safeParse(schema);
  if (!fields.success || JSON.stringify(schema).length > largest) return value;
  try {
    const schemaOfIt = inItsDraft(withoutPatterns(fields.data), (checked) => z.fromJSONSchema(checked));
    return inTime(() => plainInput(schemaOfIt, value));
  } catch {
    return value;
  }
}

function check(schema: Fields, value: unknown): SchemaCheck {
  const { valid, errorMessage = '' } = inTime(() => new AjvJsonSchemaValidator().getValidator(schema)(value));
  return valid ? { type: 'fits' } : { type: 'breaks', problem: errorMessage.slice(0, longestProblem) };
}

const call = new Script('work()');

/** Does what blocks the process, and throws when it takes too long. */
function inTime<Result>(work: () => Result): Result {
  const done: Result[] = [];
  call.runInContext(createContext({ work: () => void done.push(work()) }), { timeout: longestCheck });
  const [result] = done;
  if (result === undefined) throw new Error('It came to no end.');
  return result;
}

/** Keywords with schemas by name, and keywords with plain values. */
const mapsOfSchemas = ['properties', '$defs', 'definitions', 'dependentSchemas', 'dependencies'];
const values = ['enum', 'const', 'default', 'examples', 'required', 'dependentRequired'];

/** Removes patterns and formats; `patternProperties` takes `additionalProperties` along, which depends on it. */
function withoutPatterns(schema: Fields): Fields {
  const others = ['additionalProperties', 'unevaluatedProperties'];
  const removed = [
    'pattern',
    'format',
    'patternProperties',
    ...('patternProperties' in schema ? others : []),
  ];
  return Object.fromEntries(
    Object.entries(schema).flatMap(([key, value]) => {
      if (removed.includes(key)) return [];
      if (values.includes(key)) return [[key, value]];
      return [[key, mapsOfSchemas.includes(key) ? mapOf(value) : schemaOrList(value)]];
    }),
  );
}

function mapOf(value: unknown): unknown {
  const fields = fieldsSchema.safeParse(value);
  if (!fields.success) return value;
  return Object.fromEntries(Object.entries(fields.data).map(([name, of]) => [name, schemaOrList(of)]));
}

function schemaOrList(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(schemaOrList);
  const fields = fieldsSchema.safeParse(value);
  return fields.success ? withoutPatterns(fields.data) : value;
}
