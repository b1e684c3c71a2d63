import { z } from 'zod';

/** One thing a person can pick. `preview` is Markdown, shown while the option has focus. */
const optionSchema = z.object({
  label: z.string(),
  description: z.string().optional(),
  preview: z.string().optional(),
});

/**
 * One question of an ask, whatever tool it came from. `id` is unique within its ask;
 * `recommended` is the index of an option; `placeholder` belongs to the text field or to Other.
 */
export const questionSchema = z.object({
  id: z.string(),
  prompt: z.string(),
  header: z.string().optional(),
  kind: z.enum(['choice', 'text', 'yesno']),
  options: z.array(optionSchema),
  multiple: z.boolean(),
  recommended: z.number().int().nonnegative().optional(),
  placeholder: z.string().optional(),
  /** True where an answer of one's own would be lost: only the options can be chosen. */
  closed: z.boolean().optional(),
});

export type Question = z.infer<typeof questionSchema>;
