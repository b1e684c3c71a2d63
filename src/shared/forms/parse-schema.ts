import { z } from 'zod';
import { type FormField, type FormOption, type FormSubject, textFormatSchema } from './form.ts';
import { isSecret } from './secrets.ts';

type Fields = Extract<FormSubject, { type: 'fields' }>;

type Parsed = { ok: true; form: Fields } | { ok: false; reason: string };

/** More than a person can be asked at once. */
const mostFields = 200;
const mostOptions = 2_000;

/** The reason why a schema is no form, in a sentence for a person and the asker. */
class Refusal extends Error {}

const textKeyword = z.string().min(1).optional().catch(undefined);
const numberKeyword = z.number().optional().catch(undefined);
const anyObject = z.record(z.string(), z.unknown());

/** The keywords of a property; one whose value is of another type says nothing. */
const propertySchema = z.object({
  type: z.unknown().optional(),
  title: textKeyword,
  description: textKeyword,
  format: textFormatSchema.optional().catch(undefined),
  pattern: textKeyword,
  minLength: numberKeyword,
  maxLength: numberKeyword,
  minimum: numberKeyword,
  maximum: numberKeyword,
  minItems: numberKeyword,
  maxItems: numberKeyword,
  default: z.unknown().optional(),
  enum: z.unknown().optional(),
  enumNames: z.array(z.unknown()).catch([]),
  oneOf: z.unknown().optional(),
  anyOf: z.unknown().optional(),
  items: z.unknown().optional(),
});

type Property = z.infer<typeof propertySchema>;

/**
 * Reads the raw schema of an elicitation, in any spelling that the Model Context Protocol and the Agent Client
 * Protocol have had: an object of fields without anything nested. Anything else is refused with the reason.
 */
export function parseFormSchema(schema: unknown): Parsed {
  try {
    return { ok: true, form: fieldsOf(schema) };
  } catch (error) {
    if (error instanceof Refusal) return { ok: false, reason: error.message };
    throw error;
  }
}

function fieldsOf(schema: unknown): Fields {
  const whole = propertySchema.safeParse(schema);
  if (!whole.success || (whole.data.type !== undefined && whole.data.type !== 'object'))
    throw new Refusal('The form is not described by an object.');
  const { properties, required } = anyObject.parse(schema);
  // Object.entries keeps a field called `__proto__`, which a parsed record would drop.
  if (typeof properties !== 'object' || properties === null || Array.isArray(properties))
    throw new Refusal('The form has no fields.');
  const entries = Object.entries<unknown>({ ...properties });
  if (entries.length > mostFields) throw new Refusal(`The form has more than ${mostFields} fields.`);
  const needed = new Set<unknown>(Array.isArray(required) ? required : []);
  const fields = entries.map(([id, property]) => fieldOf(id, property, needed.has(id)));
  const { title, description } = whole.data;
  return { type: 'fields', title, description, fields };
}

function fieldOf(id: string, raw: unknown, required: boolean): FormField {
  const read = propertySchema.safeParse(raw);
  if (!read.success) throw new Refusal(`The field “${id}” is not described.`);
  const { type, title = id, description, default: preset, ...rules } = read.data;
  const common = { id, title, description, required, secret: isSecret(raw) };
  const options = optionsOf(id, read.data);
  if (options !== undefined)
    return { type: 'one', ...common, options, default: options.find(({ value }) => value === preset)?.value };
  switch (type) {
    case 'string': {
      const { format, minLength, maxLength, pattern } = rules;
      const typed = typeof preset === 'string' ? preset : undefined;
      return { type: 'text', ...common, format, minLength, maxLength, pattern, default: typed };
    }
    case 'number':
    case 'integer': {
      const { minimum, maximum } = rules;
      const whole = type === 'integer';
      const typed = typeof preset === 'number' ? preset : undefined;
      return { type: 'number', ...common, whole, minimum, maximum, default: typed };
    }
    case 'boolean':
      return { type: 'yesno', ...common, default: typeof preset === 'boolean' ? preset : undefined };
    case 'array': {
      const { minItems, maxItems } = rules;
      return { type: 'several', ...common, minItems, maxItems, ...itemsOf(id, read.data) };
    }
    default:
      throw new Refusal(`The field “${id}” is of a kind that a form does not have.`);
  }
}

function itemsOf(id: string, { items, default: preset }: Property) {
  const read = propertySchema.safeParse(items);
  const options = read.success ? optionsOf(id, read.data) : undefined;
  if (options === undefined)
    throw new Refusal(`The field “${id}” is a list of something other than options.`);
  const preselected = new Set<unknown>(Array.isArray(preset) ? preset : []);
  const chosen = options.flatMap(({ value }) => (preselected.has(value) ? [value] : []));
  return { options, default: chosen.length > 0 ? chosen : undefined };
}

/** The options of a property, in each of the spellings there are; undefined for one that has none. */
function optionsOf(id: string, property: Property): FormOption[] | undefined {
  const { type, enum: values, enumNames, oneOf, anyOf } = property;
  const spelled = oneOf ?? anyOf;
  if (values === undefined && spelled === undefined) return undefined;
  if (type !== undefined && type !== 'string')
    throw new Refusal(`The options of the field “${id}” are not text.`);
  const listed =
    spelled === undefined
      ? listOf(id, values).map((value, index) => ({ const: value, title: enumNames[index] }))
      : listOf(id, spelled);
  const options = listed.map((option) => optionOf(id, option));
  return options.filter(({ value }, index) => options.findIndex((other) => other.value === value) === index);
}

function listOf(id: string, list: unknown): unknown[] {
  if (!Array.isArray(list) || list.length === 0) throw new Refusal(`The field “${id}” has no options.`);
  if (list.length > mostOptions) throw new Refusal(`The field “${id}” has more than ${mostOptions} options.`);
  return list;
}

const optionSchema = z.object({ const: z.string(), title: textKeyword, description: textKeyword });

function optionOf(id: string, option: unknown): FormOption {
  const read = optionSchema.safeParse(option);
  if (!read.success) throw new Refusal(`The options of the field “${id}” are not text.`);
  const { const: value, title: label = value, description } = read.data;
  return { value, label, description };
}
