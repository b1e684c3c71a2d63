import { z } from 'zod';
import { formIdSchema } from '../ids.ts';
import { longTextSchema } from '../long-text.ts';
import { settlementSchemaOf } from '../settlement.ts';
import { webAddressSchema } from '../mcp-servers/web-address.ts';

/**
 * A person's entry in one field: text and numbers as typed, the value of one option or of several, yes or no;
 * null if they took their choice back.
 */
const formEntrySchema = z.lazy(() =>
  z.object({
    id: z.string().max(1_000),
    value: z.union([longTextSchema, z.boolean(), z.array(longTextSchema).max(5_000), z.null()]),
  }),
);

/** The entries of a form that were touched; a field that was not has its default. */
export const formDraftSchema = z.array(formEntrySchema).max(1_000);

/** A value as the asker gets it; a secret is masked wherever it is stored or shown. */
const formValueSchema = z.lazy(() =>
  z.object({
    id: z.string(),
    value: z.union([z.string(), z.number(), z.boolean(), z.array(z.string())]),
  }),
);

/** Who asks: the agent, and behind it the server where one is known. */
const formAskerSchema = z.object({ agent: z.string(), server: z.string().optional() });

/** The subject of a form: fields to fill in, or an address. One that can't be shown whole is refused with the reason. */
export const formSubjectSchema = z.lazy(() =>
  z.discriminatedUnion('type', [
    z.object({
      type: z.literal('fields'),
      title: z.string().optional(),
      description: z.string().optional(),
      fields: z.array(formFieldSchema),
    }),
    /** With `signIn` the person signs in for Parley itself, which learns when they have. */
    z.object({ type: z.literal('link'), ...webAddressSchema.shape, signIn: z.literal(true).optional() }),
    z.object({ type: z.literal('refused'), reason: z.string() }),
  ]),
);

/**
 * The outcome of a form. The person's own: `accepted`, `declined`, `cancelled`. `withdrawn`: the asker stopped waiting;
 * `nobody`: nobody could be asked.
 */
const formOutcomeSchema = z.lazy(() =>
  z.discriminatedUnion('type', [
    z.object({ type: z.literal('accepted'), values: z.array(formValueSchema) }),
    z.object({ type: z.literal('declined') }),
    z.object({ type: z.literal('cancelled') }),
    z.object({ type: z.literal('replied-in-chat') }),
    z.object({ type: z.literal('interrupted') }),
    z.object({ type: z.literal('withdrawn') }),
    z.object({ type: z.literal('nobody') }),
    z.object({ type: z.literal('refused') }),
  ]),
);

export const formSettlementSchema = settlementSchemaOf(formOutcomeSchema, {}, 'ending');

/**
 * One form or link as its card shows it; it waits while `settlement` is null. `finished` says who reported
 * that the person is done with an opened link; null before that, and for anything else.
 */
export const formSchema = z.object({
  id: formIdSchema,
  asker: formAskerSchema,
  message: z.string(),
  subject: formSubjectSchema,
  openedAt: z.number(),
  settlement: formSettlementSchema.nullable(),
  finished: z.enum(['asker', 'person']).nullable(),
  draft: formDraftSchema.optional(),
});

/** The person's answer; values of fields only. */
export const formAnswerSchema = z.lazy(() =>
  z.discriminatedUnion('action', [
    z.object({ action: z.literal('accept'), entries: formDraftSchema }),
    z.object({ action: z.literal('decline') }),
    z.object({ action: z.literal('cancel') }),
  ]),
);

type FormEntry = z.infer<typeof formEntrySchema>;

export type EntryValue = FormEntry['value'];

export type FormDraft = z.infer<typeof formDraftSchema>;

export type FormValue = z.infer<typeof formValueSchema>;

export type FormAsker = z.infer<typeof formAskerSchema>;

export type FormSubject = z.infer<typeof formSubjectSchema>;

export type FormOutcome = z.infer<typeof formOutcomeSchema>;

export type FormSettlement = z.infer<typeof formSettlementSchema>;

export type Form = z.infer<typeof formSchema>;

export type FormAnswer = z.infer<typeof formAnswerSchema>;

/** The properties of every field. The value of one that is `secret` is masked, and stored nowhere. */
const common = {
  id: z.string(),
  title: z.string(),
  description: z.string().optional(),
  required: z.boolean(),
  secret: z.boolean(),
};

/** One value that can be chosen; `label` is what a person reads. */
const optionSchema = z.object({ value: z.string(), label: z.string(), description: z.string().optional() });

export const textFormatSchema = z.enum(['email', 'uri', 'date', 'date-time']);

/** One field of a form. Lengths count characters. */
const formFieldSchema = z.lazy(() =>
  z.discriminatedUnion('type', [
    z.object({
      type: z.literal('text'),
      ...common,
      format: textFormatSchema.optional(),
      minLength: z.number().optional(),
      maxLength: z.number().optional(),
      pattern: z.string().optional(),
      default: z.string().optional(),
    }),
    z.object({
      type: z.literal('number'),
      ...common,
      whole: z.boolean(),
      minimum: z.number().optional(),
      maximum: z.number().optional(),
      default: z.number().optional(),
    }),
    z.object({ type: z.literal('yesno'), ...common, default: z.boolean().optional() }),
    z.object({
      type: z.literal('one'),
      ...common,
      options: z.array(optionSchema),
      default: z.string().optional(),
    }),
    z.object({
      type: z.literal('several'),
      ...common,
      options: z.array(optionSchema),
      minItems: z.number().optional(),
      maxItems: z.number().optional(),
      default: z.array(z.string()).optional(),
    }),
  ]),
);

export type TextFormat = z.infer<typeof textFormatSchema>;

export type FormField = z.infer<typeof formFieldSchema>;

export type FieldOf<Type extends FormField['type']> = Extract<FormField, { type: Type }>;

export type FormOption = z.infer<typeof optionSchema>;
