import { z } from 'zod';

const fieldsSchema = z.record(z.string(), z.unknown());
const types = ['string', 'number', 'integer', 'boolean', 'object', 'array', 'null'];

/**
 * Says why a provider would refuse a tool's schema; nothing for one that all take. It stands for what OpenAI ("Invalid
 * schema for function …: array schema missing items", "schema must have type 'object' and not have 'oneOf'…"), Anthropic
 * ("JSON schema is invalid. It must match JSON Schema draft 2020-12", "Property keys should match pattern") and Google
 * ("properties: only allowed for OBJECT type", "property is not defined", "enum: only allowed for STRING type") answer with.
 */
export function whyRefused(schema: Record<string, unknown>): string[] {
  const top = ['oneOf', 'anyOf', 'allOf', 'enum', 'not'].filter((key) => key in schema);
  return [
    ...(schema['type'] === 'object' ? [] : ['the top is of no object']),
    ...(fieldsSchema.safeParse(schema['properties']).success ? [] : ['the top has no properties']),
    ...top.map((key) => `${key} at the top`),
    ...whyPartRefused(schema, '#', 0),
  ];
}

const known = new Set(
  'type title description default enum anyOf items minItems maxItems uniqueItems properties required'
    .concat(' additionalProperties minProperties maxProperties minLength maxLength pattern format')
    .concat(' minimum maximum exclusiveMinimum exclusiveMaximum multipleOf')
    .split(' '),
);

function whyPartRefused(part: unknown, at: string, depth: number): string[] {
  const fields = fieldsSchema.safeParse(part);
  if (!fields.success) return [`${at} is no object`];
  if (depth > 12) return [`${at} is nested too deep`];
  const { type, items, properties, required, additionalProperties, anyOf, enum: values } = fields.data;
  const named = type === undefined ? [] : Array.isArray(type) ? type : [type];
  const names = Object.keys(fieldsSchema.safeParse(properties).data ?? {});
  const unlike = [
    ...Object.keys(fields.data).filter((key) => !known.has(key)),
    ...(named.every((name) => types.includes(String(name))) ? [] : ['type']),
    ...(new Set(named).size === named.length && !(Array.isArray(type) && type.length === 0)
      ? []
      : ['type twice']),
    ...(named.includes('array') === (items !== undefined) ? [] : ['items']),
    ...(properties === undefined || fieldsSchema.safeParse(properties).success ? [] : ['properties']),
    ...(named.includes('object') || (properties === undefined && required === undefined)
      ? []
      : ['no object']),
    ...names.filter((name) => !/^[a-zA-Z0-9_.-]{1,64}$/.test(name)),
    ...(isListOf(required, (name) => names.includes(String(name))) ? [] : ['required']),
    ...(isListOf(values, (value) => ['string', 'number'].includes(typeof value)) ? [] : ['enum']),
    ...(isListOf(anyOf, () => true) ? [] : ['anyOf']),
    ...whyBoundsRefused(fields.data),
  ];
  return [
    ...unlike.map((key) => `${at}: ${key}`),
    ...names.flatMap((name) =>
      whyPartRefused(fieldsSchema.parse(properties)[name], `${at}/${name}`, depth + 1),
    ),
    ...(items === undefined ? [] : whyPartRefused(items, `${at}/items`, depth + 1)),
    ...(Array.isArray(anyOf) ? anyOf.flatMap((one, n) => whyPartRefused(one, `${at}/${n}`, depth)) : []),
    ...(additionalProperties === undefined || typeof additionalProperties === 'boolean'
      ? []
      : whyPartRefused(additionalProperties, `${at}/*`, depth + 1)),
  ];
}

/** Such a list, which is not empty and has nothing twice; or none. */
function isListOf(list: unknown, fits: (entry: unknown) => boolean): boolean {
  if (list === undefined) return true;
  if (!Array.isArray(list) || list.length === 0) return false;
  return new Set(list.map((entry) => JSON.stringify(entry))).size === list.length && list.every(fits);
}

function whyBoundsRefused(fields: Record<string, unknown>): string[] {
  const isCount = (value: unknown) => typeof value === 'number' && Number.isInteger(value) && value >= 0;
  const counts = ['minLength', 'maxLength', 'minItems', 'maxItems', 'minProperties', 'maxProperties'];
  const numbers = ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'];
  const texts = ['title', 'description', 'format', 'pattern'];
  const given = (keys: readonly string[]) => keys.filter((key) => key in fields);
  return [
    ...given(counts).filter((key) => !isCount(fields[key])),
    ...given(numbers).filter((key) => typeof fields[key] !== 'number'),
    ...given(texts).filter((key) => typeof fields[key] !== 'string'),
  ];
}
