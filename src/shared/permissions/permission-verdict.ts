import { z } from 'zod';
import { ruleIdSchema } from '../ids.ts';

/** Who answered: the person, or one of their rules. */
const permissionDeciderSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('person') }),
  z.object({ type: z.literal('rule'), ruleId: ruleIdSchema }),
]);

/**
 * The result of a request for permission, as a value. Where a command was `allowed`, `line` is what the person
 * changed it to, and `argv` its words where a rule allowed it: those run as they are, never by a shell.
 * `hosts` are those that it may reach, confined; `unconfined` where a rule allows it without.
 * `stop` ends the turn too. `byAsker` where who asked stopped waiting. `cut-off`: it was allowed and begun before, and the process ended; how far it came
 * is unknown, so it must not run again.
 */
export const verdictSchema = z.lazy(() =>
  z.discriminatedUnion('type', [
    z.object({
      type: z.literal('allowed'),
      by: permissionDeciderSchema,
      line: z.string().optional(),
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

export type PermissionVerdict = z.infer<typeof verdictSchema>;
export type Allowed = Extract<PermissionVerdict, { type: 'allowed' }>;
export type Refused = Exclude<PermissionVerdict, Allowed>;
