import { eventIterator } from '@orpc/contract';
import { z } from 'zod';
import { commandOutputSchema } from '../transcript/command-run.ts';
import { callKey, inChat, inWorkspace } from './call.ts';
import { failures } from './failures.ts';

/** What git would run of a repository that nobody has said to trust: its hooks, and settings that may run a program. */
export const untrustedSchema = z.object({
  why: z.literal('untrusted'),
  hooks: z.array(z.string()),
  settings: z.array(z.object({ key: z.string(), value: z.string() })),
  /** Identifies what the person may trust here; null where the whole folder has to be decided about first. */
  fingerprint: z.string().nullable(),
});

export type Untrusted = z.infer<typeof untrustedSchema>;

/**
 * Why git can't act in the worktree of a chat now: it is `gone` or can't be read, git is `busy` there for the person
 * already, its repository is not trusted, or an operation was begun there and is `unfinished`, such as a merge.
 */
export const whyNoActSchema = z.discriminatedUnion('why', [
  z.object({ why: z.literal('gone') }),
  z.object({ why: z.literal('busy') }),
  untrustedSchema,
  z.object({ why: z.literal('unfinished'), operation: z.enum(['merge', 'rebase', 'cherry-pick', 'revert']) }),
]);

export type WhyNoAct = z.infer<typeof whyNoActSchema>;

/** A file that a commit would take, by its path from the top folder. */
const commitFileSchema = z.object({ path: z.string(), change: z.enum(['created', 'changed', 'deleted']) });

export type CommitFile = z.infer<typeof commitFileSchema>;

/**
 * What a commit would take: everything that is not committed. `more` counts the files beyond those that are listed,
 * `fingerprint` identifies the content of all. `branch` is null for a detached commit, `leftOut` counts copied ignored
 * files, and `changedHooks` are those in the worktree that are not as they were where its branch began.
 */
export const commitOfferSchema = z.discriminatedUnion('offered', [
  z.object({
    offered: z.literal(true),
    branch: z.string().nullable(),
    files: z.array(commitFileSchema),
    more: z.number().int(),
    leftOut: z.number().int(),
    changedHooks: z.array(z.string()),
    fingerprint: z.string(),
  }),
  z.object({ offered: z.literal(false), because: whyNoActSchema }),
]);

export type CommitOffer = z.infer<typeof commitOfferSchema>;

/** Where a commit failed: git knows nobody as its author, could not sign, is at work elsewhere there, or a hook said no. */
const whyNoCommitSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('identity') }),
  z.object({ type: z.literal('signing') }),
  z.object({ type: z.literal('locked'), lock: z.string() }),
  z.object({ type: z.literal('hook') }),
  z.object({ type: z.literal('other') }),
]);

export type WhyNoCommit = z.infer<typeof whyNoCommitSchema>;

/** Why a run of git came to nothing: another one is under way, what was shown has changed, or the person stopped it. */
export const notRunSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('busy') }),
  z.object({ type: z.literal('changed') }),
  z.object({ type: z.literal('stopped'), said: z.string() }),
]);

/** What came of a commit; `said` is what git and the hooks printed. */
export const commitEndSchema = z.union([
  z.object({ type: z.literal('committed'), commit: z.string(), subject: z.string(), said: z.string() }),
  z.object({ type: z.literal('failed'), why: whyNoCommitSchema, said: z.string() }),
  notRunSchema,
]);

export type CommitEnd = z.infer<typeof commitEndSchema>;

export const commitCalls = {
  /** Returns what a commit in the chat's worktree would take. */
  readCommitOffer: inChat.input(z.object(inWorkspace)).output(commitOfferSchema),
  /**
   * Asks the chat's own model for a message for what is not committed, without tools. Null where the chat has no model, or
   * no answer came.
   */
  proposeCommitMessage: inChat
    .input(z.object(inWorkspace))
    .output(z.object({ message: z.string().nullable() })),
  /** Commits the files that `fingerprint` identifies. A call with the key of an earlier one returns the end of that. */
  commit: inChat
    .input(
      z.object({
        ...inWorkspace,
        key: callKey,
        message: z.string().trim().min(1).max(50_000),
        fingerprint: z.string().max(200),
      }),
    )
    .output(commitEndSchema),
  /**
   * The last lines of what git, its hooks or gh print while they work for the person in the chat's worktree, then again as
   * they change, until the caller ends it.
   */
  watchGit: inChat.input(z.object(inWorkspace)).output(eventIterator(commandOutputSchema)),
  /** Ends what git does in the chat's worktree for the person, with all that it runs. */
  stopGit: inChat.input(z.object(inWorkspace)),
  /**
   * Takes the person's yes to what git runs of the repository that the worktree was made from. Ends in `folder-changed`
   * where something else is there now.
   */
  trustRepository: inChat
    .errors({ 'folder-changed': failures['folder-changed'] })
    .input(z.object({ ...inWorkspace, fingerprint: z.string().max(200) })),
};
