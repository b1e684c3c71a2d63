import { z } from 'zod';
import { toolCallIdSchema } from '../ids.ts';
import { callKey, inChat, inWorkspace } from './call.ts';
import { notRunSchema, untrustedSchema } from './commit-contract.ts';
import { gitActOutcomeTypeSchema, gitActTypeSchema } from '../worktrees/git-act.ts';
import { failures } from './failures.ts';

/**
 * Why a branch can't be merged now: the folder has `uncommitted` files, or is in the middle of an `operation` of git; no
 * branch is checked out there; both sides changed the same lines of these files; nothing is committed that the folder
 * does not have; its repository is not trusted; or git can't work there.
 */
const whyNotMergedSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('nothing') }),
  z.object({ type: z.literal('uncommitted'), files: z.int() }),
  z.object({ type: z.literal('operation') }),
  z.object({ type: z.literal('detached') }),
  z.object({ type: z.literal('conflicts'), paths: z.array(z.string()) }),
  z.object({ type: z.literal('untrusted'), because: untrustedSchema }),
  z.object({ type: z.literal('no-git') }),
]);

export type WhyNotMerged = z.infer<typeof whyNotMergedSchema>;

/**
 * A merge of the branch `into` the one that is checked out in the folder, whose commits are `ours`, by a command that runs in
 * `folder`; or why there can be none now.
 */
const mergeOfferSchema = z.discriminatedUnion('offered', [
  z.object({
    offered: z.literal(true),
    into: z.string(),
    ours: z.string(),
    theirs: z.string(),
    commits: z.int(),
    folder: z.string(),
    command: z.array(z.string()),
    /** The hooks in the work tree that the merge changes, which git may run with it. */
    changedHooks: z.array(z.string()),
  }),
  z.object({ offered: z.literal(false), into: z.string().nullable(), why: whyNotMergedSchema }),
]);

export type MergeOffer = z.infer<typeof mergeOfferSchema>;

/**
 * What came of a merge. Where git or a hook stopped it, it was `taken-back`, or is `left` as git left it; where the person did,
 * it was taken back too. `said` is what git and its hooks printed.
 */
const mergeEndSchema = z.union([
  z.object({ type: z.enum(['merged', 'taken-back', 'left']), said: z.string() }),
  notRunSchema,
]);

export type MergeEnd = z.infer<typeof mergeEndSchema>;

/** What the end of Parley cut off as the last thing that git was to do in the chat's worktree, and what became of it. */
const cutOffSchema = z.object({ act: gitActTypeSchema, outcome: gitActOutcomeTypeSchema });

export type CutOff = z.infer<typeof cutOffSchema>;

/**
 * What can be done with the changes of a chat's worktree: `files` are not as they were where its branch began, of which
 * `uncommitted` are in no commit.
 */
const bringBackOfferSchema = z.object({
  files: z.int(),
  uncommitted: z.int(),
  merge: mergeOfferSchema,
  cutOff: cutOffSchema.nullable(),
});

export type BringBackOffer = z.infer<typeof bringBackOfferSchema>;

export const bringBackCalls = {
  /** Looks at what can be done with the changes of a chat's worktree; null where there is none, or it can't be read. */
  offer: inChat.input(z.object(inWorkspace)).output(bringBackOfferSchema.nullable()),
  /**
   * Shows all that a chat has changed in its worktree as one change of the folder that it was begun on, for the person to
   * decide on. Returns the call that its card is shown for. Ends in `not-brought-back` with the reason.
   */
  intoFolder: inChat
    .errors({ 'not-brought-back': failures['not-brought-back'] })
    .input(z.object(inWorkspace))
    .output(z.object({ toolCallId: toolCallIdSchema })),
  /**
   * Merges the branch of a chat's worktree as it was offered. A call with the key of an earlier one returns the end of that;
   * what is merged by then stays merged.
   */
  merge: inChat
    .input(z.object({ ...inWorkspace, key: callKey, ours: z.string().max(64), theirs: z.string().max(64) }))
    .output(mergeEndSchema),
};
