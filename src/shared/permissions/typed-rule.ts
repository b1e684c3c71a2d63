import { z } from 'zod';
import { permissionChoiceSchema } from './permission.ts';
import { ruleDraftSchema } from './permission-rule.ts';
import { commandToTrySchema } from './tried-command.ts';

/**
 * Why no rule may allow a command.
 * - `several`: a rule is about one command
 * - `shell`: only a shell can read it
 * - `person`: the person allows it each time, for what `says` tells
 * - `protected`: it names a protected file, or has another program run what asks each time
 * - `link`: a word leads to a protected file
 * - `no-folder`: nothing is at the folder's path
 */
const ruleRefusalSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('person'), says: z.string() }),
  z.object({ type: z.enum(['several', 'shell', 'protected', 'link', 'no-folder']) }),
]);

/** The choices by which a card about a command would make a rule, and why none of them may allow it, if so. */
export const offeredRulesSchema = z.object({
  choices: z.array(permissionChoiceSchema),
  refused: ruleRefusalSchema.nullable(),
});

/** A rule as it was offered for a command; with `anyAsker` it is to hold for every agent. */
export const ruleToAddSchema = commandToTrySchema.extend({
  rule: ruleDraftSchema.pick({ effect: true, folder: true, match: true }),
  anyAsker: z.boolean(),
});

export type RuleRefusal = z.infer<typeof ruleRefusalSchema>;
export type OfferedRules = z.infer<typeof offeredRulesSchema>;
export type RuleToAdd = z.infer<typeof ruleToAddSchema>;
