import { z } from 'zod';

/**
 * What the person has a program do with the branch of a chat's worktree: merge it `into` the one that is checked out in a
 * folder, commit to it on top of `head`, push a commit of it, or open a pull request of it. Commits have their whole names,
 * addresses no passwords; `branch` is null for a detached commit, `base` where the repository says what it is.
 */
export const gitActSchema = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('merge'),
    branch: z.string(),
    into: z.string(),
    folder: z.string(),
    ours: z.string(),
    theirs: z.string(),
  }),
  z.object({
    type: z.literal('commit'),
    branch: z.string().nullable(),
    head: z.string(),
    files: z.int(),
    message: z.string(),
  }),
  z.object({
    type: z.literal('push'),
    branch: z.string(),
    remote: z.string(),
    addresses: z.array(z.string()),
    commit: z.string(),
    ref: z.string(),
  }),
  z.object({
    type: z.literal('pull-request'),
    repository: z.string(),
    head: z.string(),
    base: z.string().nullable(),
    title: z.string(),
  }),
]);

export type GitAct = z.infer<typeof gitActSchema>;

export const gitActTypeSchema = z.enum(['merge', 'commit', 'push', 'pull-request']);

/**
 * What came of it: it is `done`, with the name of a commit or the address of a pull request; it failed, or was stopped; a
 * merge was `taken-back`, or is `left` half done; or nobody knows, since the end of Parley cut it off (`unknown`).
 */
export const gitActOutcomeSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('done'), result: z.string().nullable() }),
  z.object({ type: z.enum(['failed', 'stopped', 'taken-back', 'left', 'unknown']) }),
]);

export const gitActOutcomeTypeSchema = z.enum(['done', 'failed', 'stopped', 'taken-back', 'left', 'unknown']);

export type GitActOutcome = z.infer<typeof gitActOutcomeSchema>;

/** `cutOff` where the end of Parley cut it off, and a later start found out; `at` in milliseconds since 1970. */
export const gitActSettlementSchema = z.object({
  outcome: gitActOutcomeSchema,
  cutOff: z.boolean(),
  at: z.number(),
});

export type GitActSettlement = z.infer<typeof gitActSettlementSchema>;
