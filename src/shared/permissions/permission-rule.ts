import { z } from 'zod';
import { ruleIdSchema } from '../ids.ts';

/**
 * What a rule is about.
 * - `command`: `words` are the argv, or its first words (the prefix) if `open`. `confined` is true for a rule
 *   that was made for confined runs: it answers no other, and they reach only `hosts`.
 * - `mcp`: a tool of a server. `definition`, where there is one, identifies both, so that a server that only
 *   has the same name, or a tool whose description has changed, needs a rule of its own.
 * - `edits`: changes of files under `below`, relative to the folder; empty for all of it.
 * - `confined`: every command of the chat's folder that `mayRunConfined` returns true for. It runs without network, and
 *   neither reads nor changes protected files.
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
    z.object({ type: z.literal('confined') }),
  ]),
);

/**
 * A rule before it is stored. `asker` and `folder` say for whom and where it holds, null for any; a command's
 * folder is the one that it runs in. `identity` identifies the folder that stood there when the rule was
 * made, and `gitSetup` the hooks and settings that git ran by, for a command that starts git.
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

/** A stored rule, with how often it was used. Times are milliseconds since 1970. */
export const permissionRuleSchema = ruleDraftSchema.extend({
  id: ruleIdSchema,
  createdAt: z.number(),
  uses: z.number().int(),
  lastUsedAt: z.number().nullable(),
});

/** What a rule last answered, as one line. */
export const ruleUseSchema = z.object({ name: z.string(), at: z.number() });

export type RuleUse = z.infer<typeof ruleUseSchema>;
export type PrefixCoverage = z.infer<typeof prefixCoverageSchema>;
export type RuleMatch = z.infer<typeof ruleMatchSchema>;
export type RuleDraft = z.infer<typeof ruleDraftSchema>;
export type PermissionRule = z.infer<typeof permissionRuleSchema>;
