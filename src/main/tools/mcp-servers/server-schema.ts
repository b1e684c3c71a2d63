/** The longest schema that a model gets, in characters. */
const longest = 50_000;

const anything = { type: 'object', additionalProperties: true } as const;

/** Keys at the top of a schema that providers refuse or that mean nothing there. */
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

/** Field names that all providers take. */
const plainName = /^[a-zA-Z0-9_.-]{1,64}$/;

/**
 * Returns a server's schema as all providers take it, or that of any object if none could. The server itself
 * checks what is left out.
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
