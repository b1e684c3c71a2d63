import type { FormDraft, FormSubject, FormValue } from './form.ts';
import type { FormField } from './form-field.ts';

/** Stands for the value of a secret. */
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
