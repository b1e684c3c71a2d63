import { z } from 'zod';

/** The longest schema that is offered, and the longest description that tells of one, in characters. */
const longest = 50_000;
const longestWords = 2_000;

/** How many subschemas are converted; references can make a small schema endless. */
const mostParts = 2_000;

/** Levels of objects and arrays; OpenAI takes ten. */
const deepest = 10;

/** Levels of any kind, such as `allOf` in `allOf`. */
const mostWithin = 50;

/** Field names that all providers take. */
const plainName = /^[a-zA-Z0-9_.-]{1,64}$/;

type Fields = Record<string, unknown>;

const fieldsSchema = z.record(z.string(), z.unknown());

/**
 * Converts the input schema of a server's tool, of any draft, to the part of JSON Schema that OpenAI, Anthropic and
 * Google all take, with references resolved. Constraints that have no such form are dropped: the input is checked
 * against the original before a call. Falls back to the schema of any object.
 *
 * Sources: OpenAI, "Function calling" and "Supported schemas"; Anthropic, "Tool use" (draft 2020-12, no union at the
 * top, property names); Google, `FunctionDeclaration` and `Schema`.
 */
export function offeredSchema(schema: Readonly<Fields>): Fields {
  const whole = mendedPart(schema, { root: schema, depth: 0, within: 0, refs: [], parts: { count: 0 } });
  const isObject = whole !== null && typesOf(whole['type'])?.includes('object') === true;
  if (!isObject || JSON.stringify(whole).length > longest) return anyObject(schema);
  const { anyOf: _, enum: __, ...others } = whole;
  return fitting({ properties: {}, ...others, type: 'object' });
}

/** Returns the schema of any object, with the start of the original in its description. */
function anyObject(schema: Readonly<Fields>): Fields {
  const words = JSON.stringify(schema);
  const description = `Its JSON Schema: ${words.length > longestWords ? `${words.slice(0, longestWords)}…` : words}`;
  return { type: 'object', properties: {}, additionalProperties: true, description };
}

/** The position of a subschema; `refs` are the references that led to it. */
type SchemaPosition = {
  root: Readonly<Fields>;
  depth: number;
  within: number;
  refs: readonly string[];
  /** Shared by all positions. */
  parts: { count: number };
};

/** Converts a subschema; null for one that no value fits. */
function mendedPart(part: unknown, place: SchemaPosition): Fields | null {
  if (part === false) return null;
  const own = fieldsSchema.safeParse(typeof part === 'string' ? { type: part } : part);
  place.parts.count += 1;
  if (!own.success || place.parts.count > mostParts || place.within > mostWithin) return {};
  const followed = follow(own.data, place);
  if (followed.type === 'circular') return followed.schema;
  const { fields } = followed;
  const inside = { ...place, within: place.within + 1, refs: followed.refs };
  const parts = [ownPart(fields, inside), ...listOf(fields['allOf']).map((one) => mendedPart(one, inside))];
  if (parts.some((one) => one === null)) return null;
  const whole = parts.reduce((sum: Fields, one) => merged(sum, one ?? {}), {});
  const choices = [...listOf(fields['anyOf']), ...listOf(fields['oneOf'])];
  return choices.length === 0 ? whole : withChoices(whole, choices, inside);
}

type Followed =
  | { type: 'found'; fields: Fields; refs: readonly string[] }
  | { type: 'circular'; schema: Fields };

/** Resolves a reference; a circular one ends in a schema of its target's type. */
function follow(start: Fields, { root, refs: known }: SchemaPosition): Followed {
  let [fields, refs] = [start, known];
  for (;;) {
    const { $ref: ref = fields['$dynamicRef'] ?? fields['$recursiveRef'], ...others } = fields;
    if (typeof ref !== 'string') return { type: 'found', fields, refs };
    const target = fieldsSchema.safeParse(at(root, ref));
    if (!target.success) return { type: 'found', fields: others, refs };
    if (refs.includes(ref)) {
      const [name = ''] = ref.split('/').slice(-1);
      const words = name === '' || name === '#' ? 'The same again.' : `As ${name} above.`;
      return { type: 'circular', schema: { ...typed(typesOf(target.data['type'])), description: words } };
    }
    refs = [...refs, ref];
    const { $dynamicRef: _, $recursiveRef: __, ...siblings } = others;
    fields = { ...target.data, ...siblings };
  }
}

/** Returns the target of a reference within the schema (RFC 6901). */
function at(root: unknown, ref: string): unknown {
  if (!ref.startsWith('#')) return undefined;
  const steps = ref
    .slice(1)
    .split('/')
    .slice(1)
    .map((step) => decoded(step).replaceAll('~1', '/').replaceAll('~0', '~'));
  return steps.reduce((value: unknown, step) => {
    if (Array.isArray(value)) return value[Number(step)];
    const fields = fieldsSchema.safeParse(value);
    return fields.success && Object.hasOwn(fields.data, step) ? fields.data[step] : undefined;
  }, root);
}

function decoded(step: string): string {
  try {
    return decodeURIComponent(step);
  } catch {
    return step;
  }
}

/** Converts a subschema without its `allOf`, `anyOf` and `oneOf`. */
function ownPart(fields: Fields, place: SchemaPosition): Fields {
  const values = valuesOf(fields);
  const types = withNull(typesOf(fields['type']) ?? impliedTypes(fields, values), fields['nullable']);
  const fitting = values?.filter((value) => types === undefined || types.some((type) => isOf(type, value)));
  const has = (...some: string[]) => types?.some((type) => some.includes(type)) === true;
  return {
    ...typed(types),
    ...kept(fields, ['title', 'description'], isText),
    ...('default' in fields && { default: fields['default'] }),
    ...(fitting !== undefined && fitting.length > 0 && { enum: fitting }),
    ...(has('object') && objectPart(fields, place)),
    ...(has('array') && arrayPart(fields, place)),
    ...(has('string') && {
      ...kept(fields, ['minLength', 'maxLength'], isCount),
      ...kept(fields, ['pattern'], isPattern),
      ...kept(fields, ['format'], isText),
    }),
    ...(has('number', 'integer') && numberPart(fields)),
  };
}

function objectPart(fields: Fields, place: SchemaPosition): Fields {
  const inside = { ...place, depth: place.depth + 1 };
  const properties = fieldsSchema.safeParse(fields['properties']).data ?? {};
  const isOpen = fields['patternProperties'] !== undefined;
  if (inside.depth > deepest) return {};
  const mended = Object.entries(properties).flatMap(([name, part]) => {
    const schema = mendedPart(part, inside);
    return schema === null ? [] : [[name, schema] as const];
  });
  const plain = mended.filter(([name]) => plainName.test(name));
  const odd = mended.filter(([name]) => !plainName.test(name));
  const names = plain.map(([name]) => name);
  // Draft-03 says with each property that it is required.
  const required = names.filter(
    (name) =>
      listOf(fields['required']).includes(name) ||
      fieldsSchema.safeParse(properties[name]).data?.['required'] === true,
  );
  return {
    ...(Object.keys(properties).length > 0 && { properties: Object.fromEntries(plain) }),
    ...(required.length > 0 && { required }),
    ...(!isOpen && odd.length === 0 && othersPart(fields['additionalProperties'], inside)),
    ...(odd.length > 0 && { description: withOdd(fields['description'], odd) }),
    ...kept(fields, ['minProperties', 'maxProperties'], isCount),
  };
}

function othersPart(others: unknown, inside: SchemaPosition): Fields {
  if (typeof others === 'boolean') return { additionalProperties: others };
  const schema = others === undefined ? undefined : mendedPart(others, inside);
  return schema === undefined ? {} : { additionalProperties: schema ?? false };
}

/** Adds the properties whose names no provider takes to a description. */
function withOdd(description: unknown, odd: readonly (readonly [string, Fields])[]): string {
  const also = `It can also have: ${odd.map(([name, { type }]) => `${JSON.stringify(name)}${type === undefined ? '' : ` (${listOf(type).join(' or ')})`}`).join(', ')}.`;
  const words = isText(description) ? `${description} ${also}` : also;
  return words.slice(0, longestWords);
}

/** OpenAI requires `items`, as one schema; a list of schemas is a tuple of draft-07 or older. */
function arrayPart(fields: Fields, place: SchemaPosition): Fields {
  const inside = { ...place, depth: place.depth + 1 };
  const { items, prefixItems, additionalItems } = fields;
  const first = [...listOf(prefixItems), ...(isList(items) ? items : [])];
  const rest = isList(items) ? additionalItems : items;
  const isOpen = first.length === 0 || (rest !== undefined && rest !== false);
  const all = [...first, ...(isOpen ? [rest] : [])];
  const choices = inside.depth > deepest ? [] : all.map((one) => mendedPart(one, inside) ?? {});
  const most = !isOpen && !isCount(fields['maxItems']) ? { maxItems: first.length } : {};
  return {
    items: anyOf(choices),
    ...kept(fields, ['minItems', 'maxItems'], isCount),
    ...most,
    ...kept(fields, ['uniqueItems'], (value) => typeof value === 'boolean'),
  };
}

/** In draft-04 `exclusiveMinimum` and `exclusiveMaximum` are booleans beside the bound. */
function numberPart(fields: Fields): Fields {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, divisibleBy } = fields;
  const over = exclusiveMinimum === true ? minimum : exclusiveMinimum;
  const under = exclusiveMaximum === true ? maximum : exclusiveMaximum;
  return kept(
    {
      ...(exclusiveMinimum !== true && { minimum }),
      ...(exclusiveMaximum !== true && { maximum }),
      exclusiveMinimum: over,
      exclusiveMaximum: under,
      multipleOf: fields['multipleOf'] ?? divisibleBy,
    },
    ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'],
    (value, key) =>
      typeof value === 'number' && Number.isFinite(value) && (key !== 'multipleOf' || value > 0),
  );
}

/**
 * Adds `anyOf` or `oneOf`. Choices between objects become one object with the properties of all: no provider takes a
 * choice at the top, and Google none beside properties.
 */
function withChoices(whole: Fields, choices: readonly unknown[], place: SchemaPosition): Fields | null {
  const mended = choices.map((one) => mendedPart(one, place)).filter((one) => one !== null);
  if (mended.length === 0) return null;
  const [only] = mended;
  if (mended.length === 1 && only !== undefined) return merged(whole, only);
  const isObject = typesOf(whole['type'])?.includes('object') === true;
  if (!isObject && whole['type'] !== undefined) return whole;
  if (isObject || place.depth === 0) {
    // A choice without a type is about the same object, such as what it requires.
    const objects = mended.filter(({ type }) => type === undefined || listOf(type).includes('object'));
    return objects.length === 0 ? whole : merged(whole, oneOfAll(objects));
  }
  const { anyOf: both, ...choice } = anyOf(mended);
  return both === undefined ? merged(whole, choice) : { ...whole, anyOf: both };
}

/** Returns an object with the properties of all; it requires what each of them requires. */
function oneOfAll(objects: readonly Fields[]): Fields {
  const properties = new Map<string, Fields[]>();
  for (const { properties: some } of objects)
    for (const [name, schema] of Object.entries(fieldsSchema.safeParse(some).data ?? {}))
      properties.set(name, [...(properties.get(name) ?? []), fieldsSchema.parse(schema)]);
  const required = listOf(objects[0]?.['required']).filter((name) =>
    objects.every((one) => listOf(one['required']).includes(name)),
  );
  return {
    type: 'object',
    properties: Object.fromEntries(Array.from(properties, ([name, all]) => [name, anyOf(all)])),
    ...(required.length > 0 && { required }),
  };
}

/** Returns the schema of what fits one of several; lists of values become one list. */
function anyOf(schemas: readonly Fields[]): Fields {
  const different = [...new Map(schemas.map((one) => [JSON.stringify(one), one])).values()];
  const [only = {}] = different;
  if (different.length < 2) return only;
  if (different.some((one) => Object.keys(one).length === 0)) return {};
  const { enum: _, ...first } = only;
  const isListed = different.every(({ enum: values, ...one }) => {
    return Array.isArray(values) && JSON.stringify(one) === JSON.stringify(first);
  });
  if (isListed) return { ...first, enum: [...new Set(different.flatMap((one) => listOf(one['enum'])))] };
  const { length } = different.flatMap((one) => listOf(one['anyOf']));
  return length === 0
    ? { anyOf: different }
    : { anyOf: different.flatMap((one) => (one['anyOf'] === undefined ? [one] : listOf(one['anyOf']))) };
}

/** Returns the schema of what fits both; the first wins where they differ. */
function merged(first: Fields, second: Fields): Fields {
  const types = commonTypes(typesOf(first['type']), typesOf(second['type']));
  const ours = fieldsSchema.safeParse(first['properties']).data;
  const theirs = fieldsSchema.safeParse(second['properties']).data;
  const required = [...new Set([...listOf(first['required']), ...listOf(second['required'])])];
  // Each may forbid what the other has.
  const { additionalProperties, ...others } = { ...second, ...first };
  const isShared = ours === undefined || theirs === undefined;
  return fitting({
    ...others,
    ...(isShared && additionalProperties !== undefined && { additionalProperties }),
    ...typed(types),
    ...((ours ?? theirs) && { properties: mergedProperties(ours ?? {}, theirs ?? {}) }),
    ...(required.length > 0 && { required }),
  });
}

/** Keywords that apply to some types only. */
const ofTypes: readonly (readonly [readonly Type[], readonly string[]])[] = [
  [['object'], ['properties', 'required', 'additionalProperties', 'minProperties', 'maxProperties']],
  [['array'], ['items', 'minItems', 'maxItems', 'uniqueItems']],
  [['string'], ['minLength', 'maxLength', 'pattern', 'format']],
  [
    ['number', 'integer'],
    ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'],
  ],
];

/** Removes what does not fit the types of a schema, as after a merge. */
function fitting(fields: Fields): Fields {
  const types = typesOf(fields['type']);
  const { required, enum: values, ...others } = fields;
  const has = (some: readonly Type[]) => types?.some((type) => some.includes(type)) === true;
  const names = Object.keys(fieldsSchema.safeParse(fields['properties']).data ?? {});
  const needed = listOf(required).filter((name) => isText(name) && names.includes(name));
  const listed = listOf(values).filter(
    (value) => types === undefined || types.some((type) => isOf(type, value)),
  );
  const unlike = ofTypes.flatMap(([some, keys]) => (has(some) ? [] : keys));
  return {
    ...(has(['array']) && { items: {} }),
    ...Object.fromEntries(Object.entries(others).filter(([key]) => !unlike.includes(key))),
    ...(has(['object']) && needed.length > 0 && { required: needed }),
    ...(listed.length > 0 && { enum: listed }),
  };
}

function mergedProperties(ours: Fields, theirs: Fields): Fields {
  const all = Object.entries(theirs).map(([name, schema]) => {
    const own = Object.hasOwn(ours, name) ? fieldsSchema.parse(ours[name]) : undefined;
    return [name, own === undefined ? schema : merged(own, fieldsSchema.parse(schema))] as const;
  });
  return { ...ours, ...Object.fromEntries(all) };
}

function commonTypes(first: Types | undefined, second: Types | undefined): Types | undefined {
  if (first === undefined || second === undefined) return first ?? second;
  const common = first.filter((type) => second.includes(type));
  return common.length === 0 ? first : common;
}

type Type = 'string' | 'number' | 'integer' | 'boolean' | 'object' | 'array' | 'null';
type Types = readonly Type[];

/** Type names in lower case, with those of other languages. */
const typeNames: ReadonlyMap<string, Type> = new Map([
  ...(['string', 'number', 'integer', 'boolean', 'object', 'array', 'null'] as const).map(
    (type) => [type, type] as const,
  ),
  ['str', 'string'],
  ['text', 'string'],
  ['int', 'integer'],
  ['long', 'integer'],
  ['float', 'number'],
  ['double', 'number'],
  ['decimal', 'number'],
  ['bool', 'boolean'],
  ['dict', 'object'],
  ['map', 'object'],
  ['list', 'array'],
  ['none', 'null'],
]);

/** Parses `type`; undefined if it restricts nothing, as with `any`. */
function typesOf(value: unknown): Types | undefined {
  const names = Array.isArray(value) ? value : [value];
  const known = names.map((name) => (isText(name) ? typeNames.get(name.toLowerCase()) : undefined));
  const types = known.filter((type) => type !== undefined);
  return types.length === 0 || types.length < names.length ? undefined : [...new Set(types)];
}

function typed(types: Types | undefined): Fields {
  if (types === undefined) return {};
  return { type: types.length === 1 ? types[0] : types };
}

function withNull(types: Types | undefined, nullable: unknown): Types | undefined {
  return types === undefined || nullable !== true || types.includes('null') ? types : [...types, 'null'];
}

/** Infers the types of a subschema without `type`. */
function impliedTypes(fields: Fields, values: readonly unknown[] | undefined): Types | undefined {
  if (fields['type'] !== undefined) return undefined;
  const has = (...keys: string[]) => keys.some((key) => key in fields);
  if (has('properties', 'additionalProperties', 'patternProperties')) return ['object'];
  if (has('items', 'prefixItems')) return ['array'];
  if (values === undefined || values.length === 0) return undefined;
  return values.every(isText) ? ['string'] : ['number'];
}

/** Returns the values of `enum` or `const`, of kinds that Google takes; undefined for others, or none. */
function valuesOf(fields: Fields): (string | number)[] | undefined {
  const { enum: values = 'const' in fields ? [fields['const']] : undefined } = fields;
  const some = Array.isArray(values) ? [...new Set(values.filter((value) => value !== null))] : [];
  const taken = some.filter((value): value is string | number => isText(value) || Number.isFinite(value));
  return some.length === 0 || taken.length < some.length ? undefined : taken;
}

function isOf(type: Type, value: unknown): boolean {
  return type === 'integer' ? Number.isInteger(value) : type === typeof value;
}

/** Picks the fields that fit. */
function kept(
  fields: Fields,
  keys: readonly string[],
  fits: (value: unknown, key: string) => boolean,
): Fields {
  return Object.fromEntries(keys.flatMap((key) => (fits(fields[key], key) ? [[key, fields[key]]] : [])));
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}

function isPattern(value: unknown): boolean {
  if (!isText(value)) return false;
  try {
    return new RegExp(value, 'u').source !== '';
  } catch {
    return false;
  }
}

function listOf(value: unknown): readonly unknown[] {
  if (value === undefined) return [];
  return isList(value) ? value : [value];
}

function isList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value);
}
