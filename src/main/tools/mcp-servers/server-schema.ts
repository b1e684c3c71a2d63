/** The longest schema that a model gets, in characters. */
const longest = 50_000;

const anything = { type: 'object', additionalProperties: true } as const;

/** Keys that providers refuse at the top of a tool's schema, or that mean nothing there. */
const refusedAtTop = [
  '$schema',
  '$id',
  'anyOf',
  'oneOf',
  'allOf',
  'not',
  'enum',
  'const',
  'if',
  'then',
  'else',
];

/** Names of fields that all providers take. */
const plainName = /^[a-zA-Z0-9_.-]{1,64}$/;

/**
 * Returns a server's schema as all providers take it; one that none could is that of any object. What it leaves
 * out the server itself checks.
 */
export function offeredSchema(schema: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const { properties } = schema;
  if (schema['type'] !== 'object' || JSON.stringify(schema).length > longest) return anything;
  if (properties !== undefined && !isRecord(properties)) return anything;
  if (!Object.keys(properties ?? {}).every((name) => plainName.test(name))) return anything;
  const kept = Object.entries(schema).filter(([key]) => !refusedAtTop.includes(key));
  return { properties: {}, ...Object.fromEntries(kept) };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
