import { RE2JS } from 're2js';
import type { EntryValue, FieldOf, FormField, TextFormat } from './form.ts';

const email = /^[^\s@<>()[\],;:\\"]+@[^\s@<>()[\],;:\\"]+$/u;
const uri = /^[a-z][a-z\d+.-]*:[^\s<>"{}|\\^`]+$/iu;
const date = /^(\d{4})-(\d{2})-(\d{2})$/u;
const dateTime = /^(\d{4}-\d{2}-\d{2})[Tt](\d{2}):(\d{2}):(\d{2})(?:\.\d+)?(?:[Zz]|[+-](\d{2}):(\d{2}))$/u;

/** Returns whether a text is of a format, as RFC 3986 and RFC 3339 have them. */
export function isOfFormat(format: TextFormat, text: string): boolean {
  switch (format) {
    case 'email':
      return email.test(text);
    case 'uri':
      return uri.test(text);
    case 'date':
      return isDate(text);
    case 'date-time': {
      const [, day = '', hour, minute, second, offsetHour = 0, offsetMinute = 0] = dateTime.exec(text) ?? [];
      const inDay = Number(hour) < 24 && Number(minute) < 60 && Number(second) <= 60;
      return inDay && Number(offsetHour) < 24 && Number(offsetMinute) < 60 && isDate(day);
    }
  }
}

/** A month's last day is that of the day 0 of the next. */
function isDate(text: string): boolean {
  const [, year, month, day] = (date.exec(text) ?? []).map(Number);
  if (year === undefined || month === undefined || day === undefined) return false;
  const last = new Date(Date.UTC(2000, month, 0));
  last.setUTCFullYear(year, month, 0);
  return month >= 1 && month <= 12 && day >= 1 && day <= last.getUTCDate();
}

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

/** Longer patterns are not compiled. */
const longestPattern = 1_000;

/**
 * Returns whether a text has a match of a pattern, in time that grows with the text's length alone; undefined for a
 * pattern that such an engine does not know, such as one with a look-ahead.
 */
export function matchesPattern(pattern: string, text: string): boolean | undefined {
  if (pattern.length > longestPattern) return undefined;
  try {
    return RE2JS.compile(pattern).matcher(text).find();
  } catch {
    return undefined;
  }
}
