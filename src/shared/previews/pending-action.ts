import { z } from 'zod';
import { actionIdSchema } from '../ids.ts';
import { deciderSchema, decisionSchema } from './decision.ts';
import { fileDiffSchema, previewSchema } from './preview.ts';

const endingCommon = {
  decidedBy: deciderSchema,
  /** Reason that the model gave; null if it was not asked for one. */
  agentReason: z.string().nullable(),
  /** The person's own words: a note to what was applied, the reason of what was not. */
  userWords: z.string().nullable(),
  at: z.number(),
};

/**
 * ActionEnding of a staged change. A plan that was sent back is `refined`, and superseded once its revision is
 * there. Times are milliseconds since 1970.
 */
export const endingSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('applied'), ...endingCommon, undone: z.boolean() }),
  z.object({ type: z.literal('discarded'), ...endingCommon }),
  z.object({ type: z.literal('refined'), ...endingCommon, superseded: z.boolean() }),
  z.object({ type: z.literal('superseded'), at: z.number() }),
]);

/**
 * A staged change as its card shows it. It is pending while `ending` is null; `failure` is what the
 * last try to apply it ended in, `request` the model's call of `resolve` that waits for the person,
 * `decision` what the person chose and nobody has carried out yet.
 */
export const pendingActionSchema = z.object({
  id: actionIdSchema,
  label: z.string(),
  sourceToolName: z.string(),
  /** Who asks, where that is somebody outside the chat. */
  asker: z.string().optional(),
  /** A hash of what the preview shows; only that is applied. */
  fingerprint: z.string(),
  preview: previewSchema,
  /** Changes by the person to the proposal before it is applied, file by file. */
  userEdits: z.array(fileDiffSchema).optional(),
  openedAt: z.number(),
  request: z.object({ reason: z.string() }).nullable(),
  decision: decisionSchema.nullable(),
  failure: z.string().nullable(),
  /** True if the model was reminded as often as allowed and did not resolve it. */
  leftByAgent: z.boolean(),
  ending: endingSchema.nullable(),
});

export type PendingAction = z.infer<typeof pendingActionSchema>;
export type ActionEnding = z.infer<typeof endingSchema>;
