import { z } from 'zod';
import { ruleIdSchema } from '../ids.ts';

/**
 * The subject of a rule. A command is told by its argv: all of it, or its first words, the prefix, where it is `open`;
 * `confined` is true where the rule was made for runs that can't leave their folder, and is about no other; they
 * reach `hosts` then, and nothing else of the network. A tool of a server is the one that `definition` names, where
 * it has one: another server of the name, or a tool that was changed since, is another.
 * `edits` are those of files under `below`, a path relative to the folder, empty for all of it.
 */
export const ruleMatchSchema = z.lazy(() =>
  z.discriminatedUnion('type', [
    z.object({
      type: z.literal('command'),
      words: z.array(z.string()).min(1),
      open: z.boolean(),
      confined: z.boolean(),
      hosts: z.array(z.string()).optional(),
    }),
    z.object({
      type: z.literal('mcp'),
      server: z.string(),
      tool: z.string(),
      definition: z.string().optional(),
    }),
    z.object({ type: z.literal('edits'), below: z.string() }),
  ]),
);

/**
 * A standing answer before it is stored. `asker` and `folder` say for whom and where it holds, null for any; the
 * folder of a command is the one that it runs in. `identity` is which folder stood there when the rule was made, and
 * `gitSetup` names what git ran by there, for a command that starts it.
 */
export const ruleDraftSchema = z.object({
  effect: z.enum(['allow', 'deny']),
  asker: z.string().nullable(),
  folder: z.string().nullable(),
  identity: z.string().optional(),
  gitSetup: z.string().optional(),
  match: ruleMatchSchema,
});

/**
 * The lines that a rule about a command prefix covers, by the command table: `does` says what they do, `asks` names
 * options that it does not cover.
 */
export const prefixCoverageSchema = z.object({ does: z.string(), asks: z.array(z.string()) });

/**
 * A standing answer of the person, with how often it was used. Times are milliseconds since 1970. Windows are told
 * the `coverage` of one that allows a prefix, null where it covers nothing.
 */
export const permissionRuleSchema = ruleDraftSchema.extend({
  id: ruleIdSchema,
  createdAt: z.number(),
  uses: z.number().int(),
  lastUsedAt: z.number().nullable(),
  coverage: prefixCoverageSchema.nullable().optional(),
});

export type PrefixCoverage = z.infer<typeof prefixCoverageSchema>;
export type RuleMatch = z.infer<typeof ruleMatchSchema>;
export type RuleDraft = z.infer<typeof ruleDraftSchema>;
export type PermissionRule = z.infer<typeof permissionRuleSchema>;
