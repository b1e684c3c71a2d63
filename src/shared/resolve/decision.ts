import { z } from 'zod';
import { longTextSchema } from '../long-text.ts';
import { planNotesSchema } from './plan-note.ts';

const onPlan = { notes: planNotesSchema, edited: longTextSchema.optional() };

/**
 * What a person decided about a preview; `note` and `reason` are theirs and may be left out. A plan is
 * approved, to go on in this chat or with nothing but the plan, or sent back; `edited` is what the
 * person made of its text.
 */
export const decisionSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('apply'), note: longTextSchema.optional() }),
  z.object({ type: z.literal('discard'), reason: longTextSchema.optional() }),
  z.object({ type: z.literal('approve-plan'), start: z.enum(['here', 'fresh']), ...onPlan }),
  z.object({ type: z.literal('refine-plan'), ...onPlan }),
]);

/** Who had the last word: the person, the model, or a setting of the workspace. */
export const deciderSchema = z.enum(['user', 'agent', 'policy']);

/** How a workspace's previews are approved: `ask` waits for the person, `auto-edits` for plans only. */
export const approvalsSchema = z.enum(['ask', 'auto-edits']);

export type Decision = z.infer<typeof decisionSchema>;
export type Decider = z.infer<typeof deciderSchema>;
export type Approvals = z.infer<typeof approvalsSchema>;
