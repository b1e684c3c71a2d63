import type { z } from 'zod';
import { messageOf } from '../thrown-error.ts';

/** More than the values that stand in one another where a schema is read: an input, a list, its entries, their fields. */
const mostRounds = 12;

/**
 * Reads a model's input by a schema. What the schema refuses is read once more as the one thing that it can mean:
 * null as a field that is left out, text of JSON as its value, one object as a list of one. What can mean more than
 * one thing stays as it is, for the schema to refuse.
 */
export function readInput<Schema extends z.ZodType>(
  schema: Schema,
  raw: unknown,
): z.ZodSafeParseResult<z.output<Schema>> {
  return schema.safeParse(plainInput(schema, raw), { error: wording });
}

/** Returns an input with what `readInput` reads in other forms in the form that the schema has; copies what it changes. */
export function plainInput(schema: z.ZodType, raw: unknown): unknown {
  const draft = new InputDraft(raw);
  for (let round = 0; round < mostRounds; round += 1) {
    const { error } = schema.safeParse(draft.input);
    const changes = (error?.issues ?? []).filter((issue) => draft.mend(issue));
    if (changes.length === 0) break;
  }
  return draft.input;
}

/** An input that is changed in place, on copies of the objects and lists that it consists of. */
class InputDraft {
  readonly #root: { input: unknown };
  readonly #copies = new Set<object>();

  constructor(input: unknown) {
    this.#root = { input };
    this.#copies.add(this.#root);
  }

  get input(): unknown {
    return this.#root.input;
  }

  /** Puts what a refused value means in its place; returns false where that is not certain. */
  mend(issue: z.core.$ZodIssue): boolean {
    const path = ['input', ...issue.path];
    const value = path.reduce(fieldOf, this.#root);
    if (value === null) return this.#put(path, null);
    switch (issue.code) {
      case 'invalid_type':
        return this.#put(path, meaningOf(value, issue.expected, path.at(-2)));
      case 'invalid_union':
        return this.#mendChoice(issue, path);
      case 'custom':
      case 'invalid_element':
      case 'invalid_format':
      case 'invalid_key':
      case 'invalid_value':
      case 'not_multiple_of':
      case 'too_big':
      case 'too_small':
      case 'unrecognized_keys':
        return false;
    }
  }

  /** Mends a value that fits none of several schemas by the only one that it can be meant for. */
  #mendChoice({ errors, path: place }: z.core.$ZodIssueInvalidUnion, path: readonly PropertyKey[]): boolean {
    const value = path.reduce(fieldOf, this.#root);
    const types = errors.map((issues) => issues.find(isOfType));
    const [inner, ...others] = errors.filter((_, index) => types[index] === undefined);
    if (inner !== undefined && others.length === 0)
      return inner.filter((issue) => this.mend({ ...issue, path: [...place, ...issue.path] })).length > 0;
    const [meant, ...more] = types
      .map((issue) => (issue === undefined ? undefined : meaningOf(value, issue.expected, path.at(-2))))
      .filter((meaning) => meaning !== undefined && meaning !== null);
    return inner === undefined && more.length === 0 && this.#put(path, meant);
  }

  #put(path: readonly PropertyKey[], meant: unknown): boolean {
    const parentPath = path.slice(0, -1);
    const key = path.at(-1) ?? 'input';
    if (meant === undefined || (meant === null && Array.isArray(parentPath.reduce(fieldOf, this.#root))))
      return false;
    const parent = this.#copied(parentPath);
    return meant === null ? Reflect.deleteProperty(parent, key) : define(parent, key, meant);
  }

  /** Returns the object or list at a path, as a copy of this draft's own. */
  #copied(path: readonly PropertyKey[]): object {
    return path.reduce<object>((parent, key) => {
      const child = fieldOf(parent, key);
      if (typeof child !== 'object' || child === null) throw new Error('A path of an issue leads nowhere.');
      if (this.#copies.has(child)) return child;
      const copy = Array.isArray(child) ? Array.from<unknown>(child) : { ...child };
      this.#copies.add(copy);
      define(parent, key, copy);
      return copy;
    }, this.#root);
  }
}

function fieldOf(value: unknown, key: PropertyKey): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, key)
    ? Reflect.get(value, key)
    : undefined;
}

/** Sets a field, also one called `__proto__`. */
function define(target: object, key: PropertyKey, value: unknown): boolean {
  return Reflect.defineProperty(target, key, { value, writable: true, enumerable: true, configurable: true });
}

type Meaning = (value: unknown, parent: PropertyKey | undefined) => unknown;

/** The meaning of other values where a type is expected, by zod's name of it; null for none at all. */
const meanings: ReadonlyMap<string, Meaning> = new Map([
  ['array', listIn],
  ['tuple', listIn],
  ['object', objectIn],
  ['record', objectIn],
  ['boolean', booleanIn],
  ['number', numberIn],
]);

function meaningOf(value: unknown, expected: string, parent: PropertyKey | undefined): unknown {
  const meant = meanings.get(expected)?.(value, parent);
  return meant === value ? undefined : meant;
}

/** True for an issue about the type of the value itself. */
function isOfType(issue: z.core.$ZodIssue): issue is z.core.$ZodIssueInvalidType {
  return issue.code === 'invalid_type' && issue.path.length === 0;
}

function listIn(value: unknown): unknown {
  const read = unquoted(value);
  if (Array.isArray(read) || read === null) return read;
  return typeof read === 'object' ? [read] : undefined;
}

/** An option that is not an object is its label. */
function objectIn(value: unknown, parent: PropertyKey | undefined): unknown {
  const read = unquoted(value);
  if (typeof read === 'object' && read !== null && !Array.isArray(read)) return read;
  if (parent === 'options' && isScalar(value)) return { label: String(value) };
  return read === null ? null : undefined;
}

function isScalar(value: unknown): value is string | number | boolean {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
}

function booleanIn(value: unknown): unknown {
  const read = typeof value === 'string' ? unquoted(value.toLowerCase()) : undefined;
  return typeof read === 'boolean' || read === null ? read : undefined;
}

/** Returns the number that a value is or stands for; undefined for none. */
export function numberIn(value: unknown): number | null | undefined {
  const read = unquoted(value);
  return typeof read === 'number' || read === null ? read : undefined;
}

function unquoted(value: unknown): unknown {
  return typeof value === 'string' ? jsonIn(value)?.value : value;
}

/** JSON is read out of JSON texts this often: callers encode twice, hardly more. */
const mostLayers = 3;

/**
 * Reads text of JSON, also in a Markdown fence, after a byte order mark, or encoded several times. Returns undefined
 * for what is no JSON.
 */
export function jsonIn(text: string): { value: unknown } | undefined {
  let read: { value: unknown } | undefined;
  let inner: unknown = text;
  for (let layer = 0; layer < mostLayers && typeof inner === 'string'; layer += 1) {
    try {
      inner = JSON.parse(unfenced(inner));
    } catch {
      break;
    }
    read = { value: inner };
  }
  return read;
}

/** Says what is wrong with a text that `jsonIn` finds no JSON in, and where, in the words of the parser. */
export function jsonProblem(text: string): string {
  try {
    JSON.parse(unfenced(text));
    return '';
  } catch (error) {
    return messageOf(error);
  }
}

/** Returns a text without the Markdown fence around it, and without a byte order mark. */
function unfenced(text: string): string {
  const trimmed = text.trim();
  const isFenced = trimmed.length > 6 && trimmed.startsWith('```') && trimmed.endsWith('```');
  return isFenced
    ? trimmed
        .slice(3, -3)
        .replace(/^json\b/i, '')
        .trim()
    : trimmed;
}

/** What to send where text came that could not be read as it. */
const sendable: ReadonlyMap<string, string> = new Map([
  ['array', 'a list, […]'],
  ['object', 'an object, {…}'],
  ['record', 'an object, {…}'],
  ['boolean', 'true or false'],
  ['number', 'a number'],
]);

function wording(issue: z.core.$ZodRawIssue): string | undefined {
  const wanted = issue.code === 'invalid_type' ? sendable.get(issue.expected) : undefined;
  return wanted === undefined || typeof issue.input !== 'string' ? undefined : `send ${wanted}, not text`;
}

/** Says where a value breaks its schema, once for each place, for a model to mend: `questions[0].options[1].label: …`. */
export function describeIssues(error: z.ZodError): string {
  const problems = new Map<string, string>();
  for (const { path, message } of error.issues) {
    const place = pathText(path);
    if (!problems.has(place)) problems.set(place, `${place}: ${message}`);
  }
  return [...problems.values()].join('; ');
}

/** A path as JavaScript writes it; the root is called `input`. */
export function pathText(path: readonly PropertyKey[]): string {
  const [first, ...rest] = path.map(String);
  if (first === undefined) return 'input';
  return rest.reduce((text, key) => text + (/^\d+$/.test(key) ? `[${key}]` : `.${key}`), first);
}

/** Returns the text for a model whose call does not match the tool's schema. */
export function invalidInput(toolName: string, error: z.ZodError): string {
  return `Invalid input for ${toolName}: ${describeIssues(error)}`;
}
