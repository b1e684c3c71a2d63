import type { FormDraft, FormField, FormSubject, FormValue } from './form.ts';

const secretMask = '••••';

/** Returns the values with a mask for each that is a secret. */
export function withoutSecrets(fields: readonly FormField[], values: readonly FormValue[]): FormValue[] {
  const secret = secretIds(fields);
  return values.map(({ id, value }) => ({ id, value: secret.has(id) ? secretMask : value }));
}

export function hasSecrets(subject: FormSubject): boolean {
  return subject.type === 'fields' && subject.fields.some(({ secret }) => secret);
}

/** Returns the entries without those of secrets, which are never kept. */
export function keptEntries(fields: readonly FormField[], entries: FormDraft): FormDraft {
  const secret = secretIds(fields);
  return entries.filter(({ id }) => !secret.has(id));
}

function secretIds(fields: readonly FormField[]): ReadonlySet<string> {
  return new Set(fields.flatMap(({ id, secret }) => (secret ? [id] : [])));
}

/**
 * Returns whether the asker says of a raw property that its value is a secret: in its `_meta`, by the format
 * `password`, or as one that is written and never read.
 */
export function isSecret(property: unknown): boolean {
  if (typeof property !== 'object' || property === null) return false;
  return Object.entries(property).some(
    ([name, value]) =>
      (name === 'format' && value === 'password') ||
      (name === 'writeOnly' && value === true) ||
      (name === '_meta' && marksSecret(value)),
  );
}

/** Agents put the mark under a name of their own, so it counts at any depth. */
function marksSecret(meta: unknown): boolean {
  if (typeof meta !== 'object' || meta === null) return false;
  return Object.entries(meta).some(([name, value]) =>
    name === 'isSecret' || name === 'secret' ? value === true : marksSecret(value),
  );
}

const words =
  /\b(pass ?(word|phrase|code)?|passwd|pwd|tokens?|secrets?|credentials?|(api|access|private|secret|license)? ?keys?|pin)\b/iu;

/** Returns whether a field's name or title speaks of a password, a token or a key. */
export function speaksOfSecret({ id, title }: Pick<FormField, 'id' | 'title'>): boolean {
  return [id, title].some((name) => words.test(inWords(name)));
}

/** Splits `apiKey` and `api_key` into words. */
function inWords(name: string): string {
  return name.replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2').replaceAll(/[_\-.]+/gu, ' ');
}
