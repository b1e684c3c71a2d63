import { z } from 'zod';
import { longTextSchema } from '../long-text.ts';

/**
 * A person's remark on a plan: on the block with the number `at` (from 0, as the plan was proposed),
 * or on the whole of it where that is null. `heading` is the one the block stands under, `quote` how
 * the block begins; both empty where there is none.
 */
export const planNoteSchema = z.object({
  at: z.number().int().nonnegative().nullable(),
  heading: z.string().max(1_000),
  quote: z.string().max(1_000),
  text: longTextSchema,
});

export const planNotesSchema = z.array(planNoteSchema).max(1_000);

export type PlanNote = z.infer<typeof planNoteSchema>;
