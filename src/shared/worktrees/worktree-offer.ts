import { z } from 'zod';
import { chosenCopiesSchema, worktreeStartSchema } from './chat-worktree.ts';

/** Why a chat on a folder can have no worktree. `refused`: git does not work in the folder, which belongs to somebody else. */
const whyNoWorktreeSchema = z.enum(['no-git', 'no-repository', 'no-commit', 'refused']);

export type WhyNoWorktree = z.infer<typeof whyNoWorktreeSchema>;

/** An ignored file that a worktree gets a copy of; its path is relative to the top folder, with `/`. */
const ignoredFileSchema = z.object({ path: z.string(), bytes: z.number().int() });

export type IgnoredFile = z.infer<typeof ignoredFileSchema>;

/**
 * What a worktree of a folder would begin with: the branch that is checked out, null for a detached commit, how many files
 * are not committed, and the ignored ones that its `.worktreeinclude` names. It can begin at another of the `branches`, whole
 * names of refs, the last changed first, of which the oldest are left out where it `hasMoreBranches`. `isStartGone` where it can't begin where it was to; `runsSetup` where what is to run
 * in new worktrees would run in it.
 */
export const worktreeOfferSchema = z.discriminatedUnion('offered', [
  z.object({
    offered: z.literal(true),
    branch: z.string().nullable(),
    uncommitted: z.number().int(),
    copies: z.array(ignoredFileSchema),
    branches: z.array(z.string()),
    hasMoreBranches: z.boolean(),
    isStartGone: z.boolean(),
    runsSetup: z.boolean(),
  }),
  z.object({ offered: z.literal(false), why: whyNoWorktreeSchema }),
]);

export type WorktreeOffer = z.infer<typeof worktreeOfferSchema>;

/** Where a new chat is to work. */
export const worktreeChoiceSchema = z.discriminatedUnion('own', [
  z.object({ own: z.literal(false) }),
  z.object({
    own: z.literal(true),
    changes: z.boolean(),
    copies: chosenCopiesSchema,
    start: worktreeStartSchema.optional(),
  }),
]);

export type WorktreeChoice = z.infer<typeof worktreeChoiceSchema>;

/**
 * Why a worktree stays on the disk: folders in it, relative to it, have `repositories` of their own, which no commit can
 * hold; it lies `elsewhere` than Parley makes worktrees; or its state is `unreadable`, as where its repository was moved.
 */
const whyLeftSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('repositories'), paths: z.array(z.string()) }),
  z.object({ type: z.literal('elsewhere') }),
  z.object({ type: z.literal('unreadable') }),
]);

export type WhyLeft = z.infer<typeof whyLeftSchema>;

/**
 * What becomes of a worktree whose chat is deleted. It is `removed`, and what only it has is kept: files that are not
 * committed, ignored ones not counted, and commits that are nowhere else. Or it is `left` at `root`.
 */
export const worktreeLossSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('removed'), files: z.number().int(), commits: z.number().int() }),
  z.object({ type: z.literal('left'), root: z.string(), why: whyLeftSchema }),
]);

export type WorktreeLoss = z.infer<typeof worktreeLossSchema>;

/** What git keeps of the worktree of a deleted chat, as Settings list it; `name` and `folder` are the chat's, `removedAt` in milliseconds since 1970. */
export const keptWorktreeSchema = z.object({
  id: z.string(),
  name: z.string(),
  folder: z.string(),
  branch: z.string(),
  files: z.number().int(),
  commits: z.number().int(),
  removedAt: z.number(),
});

export type KeptWorktreeInfo = z.infer<typeof keptWorktreeSchema>;
