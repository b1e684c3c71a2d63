import { z } from 'zod';
import { longTextSchema } from '../long-text.ts';
import { longestQuote } from '../longest-text.ts';

/** The whole text a file is to have instead of the proposed one, with the line ends of a text field. */
export const fileEditSchema = z.object({ path: z.string(), text: longTextSchema });

/** What a person leaves out of a change: a whole file, or those of its hunks, numbered from 0. */
export const fileDropSchema = z.object({
  path: z.string().max(4_096),
  changes: z.array(z.number().int().nonnegative()).min(1).max(100_000).optional(),
});

/** The side that a person takes in a conflict of a file, numbered from 0. */
export const conflictPickSchema = z.object({
  path: z.string().max(4_096),
  conflict: z.number().int().nonnegative(),
  side: z.enum(['ours', 'theirs']),
});

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

/**
 * A person's comment on a line of a file's diff: the line has that number, from 1, in the text before or after
 * the change. `quote` is how the line begins, as they saw it.
 */
export const lineCommentSchema = z.object({
  path: z.string().max(4_096),
  side: z.enum(['old', 'new']),
  line: z.number().int().positive(),
  quote: z.string().max(longestQuote),
  text: longTextSchema,
});

export const lineCommentsSchema = z.array(lineCommentSchema).max(1_000);

const onLines = { comments: lineCommentsSchema.min(1).optional() };

const changedByPerson = {
  edits: z.array(fileEditSchema).min(1).max(1_000).optional(),
  drops: z.array(fileDropSchema).min(1).max(1_000).optional(),
  picks: z.array(conflictPickSchema).min(1).max(10_000).optional(),
};

const onPlan = { notes: planNotesSchema, edited: longTextSchema.optional() };

/**
 * A person's decision about a preview. Edits, drops and picks are about the text that they saw, which the
 * preview's fingerprint names.
 * - `approve-plan` continues in this chat, or in a fresh context with nothing but the plan; `edited` is the
 *   plan as the person changed it, `choice` the id of a way to go on that the agent offers
 * - `refine-plan` and `ask-for-changes` send it back, with what the person wrote
 */
export const decisionSchema = z.lazy(() =>
  z.discriminatedUnion('type', [
    z.object({
      type: z.literal('apply'),
      note: longTextSchema.optional(),
      ...changedByPerson,
      ...onLines,
    }),
    z.object({ type: z.literal('discard'), reason: longTextSchema.optional(), ...onLines }),
    z.object({
      type: z.literal('ask-for-changes'),
      note: longTextSchema.optional(),
      ...changedByPerson,
      ...onLines,
    }),
    z.object({
      type: z.literal('approve-plan'),
      start: z.enum(['here', 'fresh']),
      choice: z.string().max(1_000).optional(),
      ...onPlan,
    }),
    z.object({ type: z.literal('refine-plan'), ...onPlan }),
  ]),
);

/** Who had the last word: the person, the model, or a setting of the workspace. */
export const deciderSchema = z.enum(['user', 'agent', 'policy']);

/**
 * Approval mode of a workspace's previews: `ask` waits for the person, `auto-edits` for plans and protected
 * files only.
 */
export const approvalsSchema = z.enum(['ask', 'auto-edits']);

export type LineComment = z.infer<typeof lineCommentSchema>;
export type PlanNote = z.infer<typeof planNoteSchema>;
export type ConflictPick = z.infer<typeof conflictPickSchema>;
export type FileDrop = z.infer<typeof fileDropSchema>;
export type FileEdit = z.infer<typeof fileEditSchema>;
export type Decision = z.infer<typeof decisionSchema>;
export type Decider = z.infer<typeof deciderSchema>;
export type Approvals = z.infer<typeof approvalsSchema>;
