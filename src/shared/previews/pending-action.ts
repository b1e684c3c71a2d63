import { z } from 'zod';
import { actionIdSchema, toolCallIdSchema } from '../ids.ts';
import { deciderSchema, decisionSchema, lineCommentsSchema } from './decision.ts';
import { fileDiffSchema, type Preview, previewSchema } from './preview.ts';

const decided = {
  decidedBy: deciderSchema,
  /** Reason that the model gave; null if it was not asked for one. */
  agentReason: z.string().nullable(),
  /** The person's own words: a note to what was applied, the reason of what was not. */
  userWords: z.string().nullable(),
  /** The person's comments on lines; left out where there are none. */
  comments: lineCommentsSchema.optional(),
};

/**
 * What became of a preview. One that was sent back is `refined`; it is marked as superseded once its revision is
 * there. One that a newer preview replaced while it was pending is `superseded`.
 */
const outcomeSchema = z.lazy(() =>
  z.discriminatedUnion('type', [
    z.object({
      type: z.literal('applied'),
      ...decided,
      undone: z.boolean(),
      /** The way to go on that the person chose for a plan. */
      choice: z.string().optional(),
      /** Names of the other chats with a waiting preview of the same files; left out where there are none. */
      outdated: z.array(z.string()).optional(),
    }),
    z.object({ type: z.literal('discarded'), ...decided }),
    z.object({ type: z.literal('refined'), ...decided, superseded: z.boolean() }),
    z.object({ type: z.literal('superseded') }),
  ]),
);

/** The outcome of a preview, with its time in milliseconds since 1970. */
export const previewSettlementSchema = z.object({ outcome: outcomeSchema, at: z.number() });

/** The model's call of `resolve` that took an action. */
const requestSchema = z.object({
  toolCallId: toolCallIdSchema,
  reason: z.string(),
  extra: z.record(z.string(), z.unknown()).optional(),
});

/** What a preview comes to, and who decided it; `words` are the person's. */
export const resolutionSchema = z.object({
  action: z.enum(['apply', 'discard']),
  decidedBy: deciderSchema,
  words: z.string().nullable(),
});

/** Why applying failed the last time; `changed` if a file was no longer as the preview has it. */
const failureSchema = z.object({ kind: z.enum(['changed', 'other']), text: z.string() });

/**
 * The state of a preview; `preview-state.ts` has the transitions. `request` is the call of `resolve` that
 * waits for it, `left` is true once the model was reminded as often as allowed, `resolvedBy` is the call that
 * got the result. After a restart, one that is `carrying-out`, `undoing` or `redoing` is finished first.
 */
export const previewStateSchema = z.lazy(() =>
  z.discriminatedUnion('type', [
    z.object({
      type: z.literal('open'),
      request: requestSchema.nullable(),
      failure: failureSchema.nullable(),
      left: z.boolean(),
    }),
    z.object({ type: z.literal('decided'), request: requestSchema.nullable(), decision: decisionSchema }),
    z.object({
      type: z.literal('carrying-out'),
      request: requestSchema.nullable(),
      decision: decisionSchema.nullable(),
      resolution: resolutionSchema,
    }),
    z.object({
      type: z.literal('ended'),
      resolvedBy: toolCallIdSchema.nullable(),
      settlement: previewSettlementSchema,
      undoing: z.boolean(),
      /** An undone change is being applied again. */
      redoing: z.literal(true).optional(),
    }),
  ]),
);

/** A preview as its card shows it. */
export const pendingActionSchema = z.lazy(() =>
  z.object({
    id: actionIdSchema,
    label: z.string(),
    sourceToolName: z.string(),
    /** Who asks, where that is somebody outside the chat. */
    asker: z.string().optional(),
    /** A hash of what the preview shows; only that is applied. */
    fingerprint: z.string(),
    preview: previewSchema,
    /** What the person changed in it before it was applied, file by file. */
    userEdits: z.array(fileDiffSchema).optional(),
    openedAt: z.number(),
    state: previewStateSchema,
  }),
);

export type PendingAction = z.infer<typeof pendingActionSchema>;
export type ActionOf<Kind extends Preview['type']> = PendingAction & {
  preview: Extract<Preview, { type: Kind }>;
};
export type PreviewOutcome = z.infer<typeof outcomeSchema>;
export type DecidedOutcome = Exclude<PreviewOutcome, { type: 'superseded' }>;
export type PreviewSettlement = z.infer<typeof previewSettlementSchema>;
export type ResolveRequest = z.infer<typeof requestSchema>;
export type Resolution = z.infer<typeof resolutionSchema>;
export type ApplyFailure = z.infer<typeof failureSchema>;
export type PreviewState = z.infer<typeof previewStateSchema>;
