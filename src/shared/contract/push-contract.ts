import { z } from 'zod';
import { callKey, inChat, inWorkspace } from './call.ts';
import { notRunSchema, whyNoActSchema } from './commit-contract.ts';

/**
 * A remote that the branch can be pushed to: `addresses` are where that goes, without passwords, `command` what is run, and
 * `ref` what the remote calls it. Where the branch follows none yet, it `follows` that one once it is pushed.
 * `ahead` counts the commits that the remote's branch has not, as far as is known here; null where it is not known there.
 */
const pushTargetSchema = z.object({
  remote: z.string(),
  addresses: z.array(z.string()),
  command: z.array(z.string()),
  ref: z.string(),
  follows: z.boolean(),
  ahead: z.number().int().nullable(),
  /** Identifies what is pushed, and where. */
  fingerprint: z.string(),
});

export type PushTarget = z.infer<typeof pushTargetSchema>;

/** Why nothing can be pushed, though git can act. */
const whyNoPushOfferSchema = z.discriminatedUnion('why', [
  z.object({ why: z.literal('no-branch') }),
  z.object({ why: z.literal('no-remote') }),
]);

export type WhyNoPushOffer = z.infer<typeof whyNoPushOfferSchema>;

/** What a push of the worktree's branch would do; the usual target first. `uncommitted` counts files that stay behind. */
export const pushOfferSchema = z.discriminatedUnion('offered', [
  z.object({
    offered: z.literal(true),
    branch: z.string(),
    uncommitted: z.number().int(),
    targets: z.array(pushTargetSchema).min(1),
  }),
  z.object({
    offered: z.literal(false),
    because: z.union([whyNoActSchema, whyNoPushOfferSchema]),
  }),
]);

export type PushOffer = z.infer<typeof pushOfferSchema>;

/**
 * Why nothing was pushed: the remote's branch has commits that this one has not (`behind`), the remote or a hook of the
 * repository refused, it wants a name and password or a key, is not reached, or has no such repository.
 */
const whyNoPushSchema = z.enum([
  'behind',
  'refused',
  'sign-in',
  'host-key',
  'unreachable',
  'no-repository',
  'other',
]);

export type WhyNoPush = z.infer<typeof whyNoPushSchema>;

/** What came of a push; `new` is false where the remote had all of it. `said` is without passwords. */
export const pushEndSchema = z.union([
  z.object({ type: z.literal('pushed'), new: z.boolean(), said: z.string() }),
  z.object({ type: z.literal('failed'), why: whyNoPushSchema, said: z.string() }),
  notRunSchema,
]);

export type PushEnd = z.infer<typeof pushEndSchema>;

/** What a pull request is of and goes into: a repository, as `host/owner/name`, and its own branch where `base` is null. */
const pullRequestPlace = {
  repository: z.string().max(1_000),
  head: z.string().max(1_000),
  base: z.string().max(1_000).nullable(),
};

/** How a pull request of the pushed branch can be opened: by `gh`, on a page of the host, or in no way known. */
export const pullRequestOfferSchema = z.discriminatedUnion('way', [
  z.object({
    way: z.literal('gh'),
    ...pullRequestPlace,
    title: z.string(),
    text: z.string(),
  }),
  z.object({ way: z.literal('page'), host: z.string(), url: z.string() }),
  z.object({ way: z.literal('none'), host: z.string().nullable() }),
]);

export type PullRequestOffer = z.infer<typeof pullRequestOfferSchema>;

export const pullRequestEndSchema = z.union([
  z.object({ type: z.literal('opened'), url: z.string() }),
  /** There is one already. */
  z.object({ type: z.literal('there'), url: z.string() }),
  z.object({ type: z.literal('failed'), said: z.string() }),
  notRunSchema,
]);

export type PullRequestEnd = z.infer<typeof pullRequestEndSchema>;

const ofRemote = { ...inWorkspace, remote: z.string().min(1).max(1_000) };

export const pushCalls = {
  /** Returns where the branch of the chat's worktree can be pushed to. Nothing leaves the machine. */
  readPushOffer: inChat.input(z.object(inWorkspace)).output(pushOfferSchema),
  /** Pushes what `fingerprint` identifies. A call with the key of an earlier one returns the end of that. */
  push: inChat
    .input(z.object({ ...ofRemote, key: callKey, fingerprint: z.string().max(200) }))
    .output(pushEndSchema),
  /** Returns how a pull request of the pushed branch can be opened. Asks the host whether `gh` is signed in there. */
  readPullRequestOffer: inChat.input(z.object(ofRemote)).output(pullRequestOfferSchema),
  /** Opens a pull request by `gh` where the offer is still the same. */
  openPullRequest: inChat
    .input(
      z.object({
        ...ofRemote,
        ...pullRequestPlace,
        key: callKey,
        title: z.string().trim().min(1).max(1_000),
        text: z.string().max(60_000),
      }),
    )
    .output(pullRequestEndSchema),
};
