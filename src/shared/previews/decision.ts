import { z } from 'zod';
import { longTextSchema } from '../long-text.ts';
import { planNotesSchema } from './plan-note.ts';

/** The whole text a file is to have instead of the proposed one, with the line ends of a text field. */
export const fileEditSchema = z.object({ path: z.string(), text: longTextSchema });

const onPlan = { notes: planNotesSchema, edited: longTextSchema.optional() };

/**
 * Decision of a person about a preview; `note`, `reason` and `edits` are theirs and may be left out. An
 * edit is about the very text they saw, which the preview's fingerprint names. A plan is approved, to
 * continue in this chat or with nothing but the plan, or sent back; `edited` is its text as the person
 * changed it.
 */
export const decisionSchema = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('apply'),
    note: longTextSchema.optional(),
    edits: z.array(fileEditSchema).min(1).max(1_000).optional(),
  }),
  z.object({ type: z.literal('discard'), reason: longTextSchema.optional() }),
  z.object({ type: z.literal('approve-plan'), start: z.enum(['here', 'fresh']), ...onPlan }),
  z.object({ type: z.literal('refine-plan'), ...onPlan }),
]);

/** Who had the last word: the person, the model, or a setting of the workspace. */
export const deciderSchema = z.enum(['user', 'agent', 'policy']);

/**
 * Approval mode of a workspace's previews: `ask` waits for the person, `auto-edits` for plans and marked
 * files only.
 */
export const approvalsSchema = z.enum(['ask', 'auto-edits']);

export type FileEdit = z.infer<typeof fileEditSchema>;
export type Decision = z.infer<typeof decisionSchema>;
export type Decider = z.infer<typeof deciderSchema>;
export type Approvals = z.infer<typeof approvalsSchema>;
