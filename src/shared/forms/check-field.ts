import type { EntryValue } from './form.ts';
import type { FieldOf, FormField, TextFormat } from './form-field.ts';
import { matchesPattern } from './pattern.ts';
import { isOfFormat } from './text-format.ts';

/** A value as an asker gets it; undefined where the field has none. */
type Value = string | number | boolean | string[] | undefined;

type Checked = { ok: true; value: Value } | { ok: false; problem: string };

/**
 * Checks what was entered in a field and returns the value that it makes, undefined for an empty one that may be
 * left out; or the rule that it breaks, in a sentence for a person.
 */
export function checkField(field: FormField, entered: EntryValue): Checked {
  const value = isEmpty(entered) ? undefined : entered;
  if (value === undefined || value === null) {
    return field.required ? problem(missing(field)) : { ok: true, value: undefined };
  }
  switch (field.type) {
    case 'text':
      return typeof value === 'string' ? checkText(field, value) : problem('This has to be text.');
    case 'number':
      return typeof value === 'string' ? checkNumber(field, value) : problem('This has to be a number.');
    case 'yesno':
      return typeof value === 'boolean' ? { ok: true, value } : problem('Choose yes or no.');
    case 'one':
      return typeof value === 'string' && isOption(field, value)
        ? { ok: true, value }
        : problem('Choose one of the options.');
    case 'several':
      return Array.isArray(value) ? checkSeveral(field, value) : problem('Choose from the options.');
  }
}

function isEmpty(entered: EntryValue): boolean {
  return Array.isArray(entered) ? entered.length === 0 : entered === '';
}

function missing({ type }: FormField): string {
  switch (type) {
    case 'text':
    case 'number':
      return 'This is required.';
    case 'yesno':
      return 'Choose yes or no.';
    case 'one':
      return 'Choose one.';
    case 'several':
      return 'Choose at least one.';
  }
}

const formatRules: Record<TextFormat, string> = {
  email: 'Enter an e-mail address, such as name@example.com.',
  uri: 'Enter a whole address, such as https://example.com.',
  date: 'Enter a date as year-month-day, such as 2026-03-31.',
  'date-time': 'Enter a date and a time.',
};

function checkText({ minLength, maxLength, pattern, format }: FieldOf<'text'>, text: string): Checked {
  const length = Array.from(text).length;
  if (minLength !== undefined && length < minLength)
    return problem(`Enter at least ${counted(minLength, 'character')}. There are ${length}.`);
  if (maxLength !== undefined && length > maxLength)
    return problem(`Enter at most ${counted(maxLength, 'character')}. There are ${length}.`);
  if (format !== undefined && !isOfFormat(format, text)) return problem(formatRules[format]);
  if (pattern !== undefined && matchesPattern(pattern, text) === false)
    return problem(`This has to match the pattern ${pattern}`);
  return { ok: true, value: text };
}

const numeral = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/iu;

function checkNumber({ whole, minimum, maximum }: FieldOf<'number'>, text: string): Checked {
  const value = Number(text.trim());
  if (!numeral.test(text.trim()) || !Number.isFinite(value)) return problem('Enter a number.');
  if (whole && !Number.isInteger(value)) return problem('Enter a whole number.');
  if (minimum !== undefined && value < minimum) return problem(`Enter ${minimum} or more.`);
  if (maximum !== undefined && value > maximum) return problem(`Enter ${maximum} or less.`);
  return { ok: true, value };
}

function checkSeveral(field: FieldOf<'several'>, values: string[]): Checked {
  const { minItems, maxItems } = field;
  const chosen = [...new Set(values)];
  if (!chosen.every((value) => isOption(field, value))) return problem('Choose from the options.');
  if (minItems !== undefined && chosen.length < minItems)
    return problem(`Choose at least ${minItems}. ${chosen.length} chosen.`);
  if (maxItems !== undefined && chosen.length > maxItems)
    return problem(`Choose at most ${maxItems}. ${chosen.length} chosen.`);
  return { ok: true, value: chosen };
}

function isOption({ options }: FieldOf<'one' | 'several'>, value: string): boolean {
  return options.some((option) => option.value === value);
}

function counted(count: number, what: string): string {
  return count === 1 ? `1 ${what}` : `${count} ${what}s`;
}

function problem(sentence: string): Checked {
  return { ok: false, problem: sentence };
}
