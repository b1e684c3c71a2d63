import { z } from 'zod';
import { meta, optionalListOf, text, words } from './lenient-fields.schema.ts';

const choiceSchema = z.looseObject({ const: z.string(), title: text, description: text, _meta: meta });

/** A field of a form; `const` and `enum` are the four ways in which choices are told. */
export const formFieldSchema = z.looseObject({
  type: text,
  title: text,
  description: text,
  enum: words,
  enumNames: words,
  oneOf: optionalListOf(choiceSchema),
  items: z
    .looseObject({
      enum: words,
      enumNames: words,
      anyOf: optionalListOf(choiceSchema),
      oneOf: optionalListOf(choiceSchema),
    })
    .optional()
    .catch(undefined),
  _meta: meta,
});

/** A request to have a form filled in, or an address opened. */
export const elicitationSchema = z.looseObject({
  sessionId: text,
  toolCallId: text,
  message: z.string().catch(''),
  mode: z.string().catch('form'),
  url: text,
  elicitationId: text,
  requestedSchema: z
    .looseObject({
      properties: z.record(z.string(), formFieldSchema).catch({}),
      required: words,
    })
    .optional()
    .catch(undefined),
  _meta: meta,
});

export type FormField = z.infer<typeof formFieldSchema>;

export type Elicitation = z.infer<typeof elicitationSchema>;
