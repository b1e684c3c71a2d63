import { checkField } from './check-form.ts';
import type { EntryValue, FormDraft, FormField, FormValue } from './form.ts';

/** One rule that an entry breaks. */
export type FieldProblem = { id: string; problem: string };

type Answer = { ok: true; values: FormValue[] } | { ok: false; problems: FieldProblem[] };

/**
 * Checks the entries of a form, with the default of each field that was not touched, and returns the values of the
 * fields that have one, or what is wrong with which, both in the order of the fields.
 */
export function answer(fields: readonly FormField[], entries: FormDraft): Answer {
  const values: FormValue[] = [];
  const problems: FieldProblem[] = [];
  for (const field of fields) {
    const checked = checkField(field, enteredIn(field, entries));
    if (!checked.ok) problems.push({ id: field.id, problem: checked.problem });
    else if (checked.value !== undefined) values.push({ id: field.id, value: checked.value });
  }
  const known = new Set(fields.map(({ id }) => id));
  for (const { id } of entries) {
    if (!known.has(id)) problems.push({ id, problem: 'There is no such field.' });
  }
  return problems.length === 0 ? { ok: true, values } : { ok: false, problems };
}

/** Returns what a field holds: what was entered last, else its default. */
export function enteredIn(field: FormField, entries: FormDraft): EntryValue {
  const entry = entries.findLast(({ id }) => id === field.id);
  return entry === undefined ? defaultEntry(field) : entry.value;
}

function defaultEntry(field: FormField): EntryValue {
  const { default: value } = field;
  return typeof value === 'number' ? String(value) : (value ?? null);
}
