import { z } from 'zod';
import { actionIdSchema, toolCallIdSchema } from '../ids.ts';
import { deciderSchema, decisionSchema, lineCommentsSchema } from './decision.ts';
import { fileDiffSchema, previewSchema } from './preview.ts';

const endingCommon = {
  decidedBy: deciderSchema,
  /** Reason that the model gave; null if it was not asked for one. */
  agentReason: z.string().nullable(),
  /** The person's own words: a note to what was applied, the reason of what was not. */
  userWords: z.string().nullable(),
  /** The person's comments on lines; left out where there are none. */
  comments: lineCommentsSchema.optional(),
  at: z.number(),
};

/**
 * ActionEnding of a staged change. One that was sent back is `refined`, and superseded once its revision is
 * there. Times are milliseconds since 1970.
 */
export const endingSchema = z.lazy(() =>
  z.discriminatedUnion('type', [
    z.object({
      type: z.literal('applied'),
      ...endingCommon,
      undone: z.boolean(),
      /** The way in which a plan's agent goes on, where the person chose one. */
      choice: z.string().optional(),
      /** Names of the other chats of which a preview is about the same files; left out where there are none. */
      outdated: z.array(z.string()).optional(),
    }),
    z.object({ type: z.literal('discarded'), ...endingCommon }),
    z.object({ type: z.literal('refined'), ...endingCommon, superseded: z.boolean() }),
    z.object({ type: z.literal('superseded'), at: z.number() }),
  ]),
);

/** The model's call of `resolve` that took an action. */
const requestSchema = z.object({
  toolCallId: toolCallIdSchema,
  reason: z.string(),
  extra: z.record(z.string(), z.unknown()).optional(),
});

/** Resolution of an action and who decided it; `words` are the person's. */
export const verdictSchema = z.object({
  action: z.enum(['apply', 'discard']),
  decidedBy: deciderSchema,
  words: z.string().nullable(),
});

/** The last try to carry an action out: `changed` where a file was another by then. */
const failureSchema = z.object({ kind: z.enum(['changed', 'other']), text: z.string() });

/**
 * The state of a staged change; `preview-state.ts` has its transitions. `request` is the call that waits for
 * it, `left` says that the model was reminded as often as allowed, `resolvedBy` names the call that got the
 * result. A change that is `carrying-out`, `undoing` or `redoing`
 * is brought to its end after a restart.
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
      verdict: verdictSchema,
    }),
    z.object({
      type: z.literal('ended'),
      resolvedBy: toolCallIdSchema.nullable(),
      ending: endingSchema,
      undoing: z.boolean(),
      /** An undone change is being applied again. */
      redoing: z.literal(true).optional(),
    }),
  ]),
);

/** A staged change as its card shows it. */
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
    /** Changes by the person to the proposal before it is applied, file by file. */
    userEdits: z.array(fileDiffSchema).optional(),
    openedAt: z.number(),
    state: previewStateSchema,
  }),
);

export type PendingAction = z.infer<typeof pendingActionSchema>;
export type ActionEnding = z.infer<typeof endingSchema>;
export type ResolveRequest = z.infer<typeof requestSchema>;
export type Verdict = z.infer<typeof verdictSchema>;
export type ApplyFailure = z.infer<typeof failureSchema>;
export type PreviewState = z.infer<typeof previewStateSchema>;
