/** One thing a call was given, in words where there are words for it. */
export type InputField = { name: string; value: string };

const names: Readonly<Record<string, string | undefined>> = {
  query: 'Looks for',
  from: 'From line',
  regex: 'As a pattern',
};

/** Returns the input of a call, field by field; empty when there is none. */
export function inputFields(input: unknown): InputField[] {
  if (input === undefined || input === null) return [];
  if (typeof input !== 'object' || Array.isArray(input)) return [{ name: 'Input', value: asText(input) }];
  return Object.entries(input).map(([key, value]) => ({ name: inWords(key), value: asText(value) }));
}

/** The same as JSON, to be copied. */
export function inputJson(input: unknown): string {
  return JSON.stringify(input, null, 2) ?? '';
}

function inWords(key: string): string {
  const known = Object.hasOwn(names, key) ? names[key] : undefined;
  const words = key
    .replace(/[_-]+/g, ' ')
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .toLowerCase();
  return known ?? words.charAt(0).toUpperCase() + words.slice(1);
}

function asText(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  return typeof value === 'string' ? value : inputJson(value);
}
