import { z } from 'zod';

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

/** One field of a form, whatever spelling of a schema it came from. Lengths count characters. */
export const formFieldSchema = z.lazy(() =>
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
