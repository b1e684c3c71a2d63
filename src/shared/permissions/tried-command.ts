import { z } from 'zod';
import { longTextSchema } from '../long-text.ts';
import { ruleDraftSchema } from './permission-rule.ts';
import { askReasonSchema } from './permission.ts';
import { unconfinedReasonSchema } from './unconfined-reason.ts';

/** Why a command would run or ask: a rule of the person's, it only reads, their choice about confined ones, or `why`. */
const triedReasonSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('rule'), rule: ruleDraftSchema }),
  z.object({ type: z.literal('reads-only') }),
  z.object({ type: z.literal('confined') }),
  z.object({ type: z.literal('asks'), why: askReasonSchema }),
]);

/** One command of a line, and what would become of it. */
const triedPartSchema = z.object({
  line: z.string(),
  verdict: z.enum(['runs', 'asks', 'denied']),
  why: triedReasonSchema,
});

/** What would become of a command line; nothing of it was run. */
export const triedCommandSchema = z.lazy(() =>
  z.object({
    parts: z.array(triedPartSchema),
    confined: z.boolean(),
    unconfined: unconfinedReasonSchema.optional(),
  }),
);

/** A command line as an agent would run it in a chat on a folder. */
export const commandToTrySchema = z.object({
  line: longTextSchema,
  folder: z.string().min(1).max(4_096),
  asker: z.string().max(200),
});

/**
 * Whether commands can be confined on this machine, and so that nobody needs to be asked; `off` if the person wants none
 * to be.
 */
export const confinementStateSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('works'), unasked: z.boolean() }),
  z.object({ type: z.literal('off') }),
  z.object({ type: z.literal('unconfined'), reason: unconfinedReasonSchema }),
]);

export type TriedReason = z.infer<typeof triedReasonSchema>;
export type TriedPart = z.infer<typeof triedPartSchema>;
export type TriedCommand = z.infer<typeof triedCommandSchema>;
export type ConfinementState = z.infer<typeof confinementStateSchema>;
