import { z } from 'zod';
import { ruleIdSchema } from '../ids.ts';

/**
 * Who answered: the person, one of their rules, or nobody: for a command that reads only, and for a `confined` one in a
 * folder where the person chose not to be asked about these, by a rule.
 */
const permissionDeciderSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('person') }),
  z.object({ type: z.literal('rule'), ruleId: ruleIdSchema }),
  z.object({ type: z.literal('reads-only') }),
  z.object({ type: z.literal('confined'), ruleId: ruleIdSchema }),
]);

/**
 * What became of a request for permission.
 * - `allowed`: `line` is the command as the person changed it, `note` what they tell the model with the result. By
 *   anybody else, `argv` runs as it is, without a shell; `hosts` are what it may reach while confined, and `unconfined`
 *   lets it run without confinement.
 * - `denied`: `stop` ends the turn too.
 * - `interrupted`: `byAsker` if the asker stopped waiting.
 * - `cut-off`: it was allowed and had begun when the process ended. How far it came is unknown, so it must
 *   not run again.
 */
export const permissionOutcomeSchema = z.lazy(() =>
  z.discriminatedUnion('type', [
    z.object({
      type: z.literal('allowed'),
      by: permissionDeciderSchema,
      line: z.string().optional(),
      note: z.string().optional(),
      argv: z.array(z.string()).min(1).optional(),
      hosts: z.array(z.string()).optional(),
      unconfined: z.literal(true).optional(),
    }),
    z.object({
      type: z.literal('denied'),
      by: permissionDeciderSchema,
      reason: z.string().optional(),
      stop: z.literal(true).optional(),
    }),
    z.object({ type: z.literal('replied-in-chat') }),
    z.object({ type: z.literal('interrupted'), byAsker: z.literal(true).optional() }),
    z.object({ type: z.literal('nobody') }),
    z.object({ type: z.literal('cut-off') }),
  ]),
);

export type PermissionOutcome = z.infer<typeof permissionOutcomeSchema>;
export type Allowed = Extract<PermissionOutcome, { type: 'allowed' }>;
export type Refused = Exclude<PermissionOutcome, Allowed>;
