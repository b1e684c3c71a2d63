import { z } from 'zod';

/**
 * Something of a folder that would run, or reach out, once the folder is trusted. `file` is the path it comes
 * from, relative to the folder.
 */
const findingSchema = z.discriminatedUnion('type', [
  /**
   * A server that is started by a command; `env` are the variables that are set for it, `scripts` the files of the
   * folder that its words and these name, `variables` the names of all that it gets or is filled in.
   */
  z.object({
    type: z.literal('server-command'),
    file: z.string(),
    name: z.string(),
    words: z.array(z.string()),
    env: z.record(z.string(), z.string()),
    scripts: z.array(z.string()),
    variables: z.array(z.string()),
  }),
  z.object({
    type: z.literal('server-address'),
    file: z.string(),
    name: z.string(),
    url: z.string(),
    variables: z.array(z.string()),
  }),
  z.object({ type: z.literal('tool'), file: z.string() }),
  z.object({ type: z.literal('slash-command'), file: z.string() }),
  /** A setting of git by which it may run a program, or act elsewhere. */
  z.object({ type: z.literal('git-setting'), file: z.string(), key: z.string(), value: z.string() }),
  /** A file that is not used, trusted or not. */
  z.object({
    type: z.literal('not-used'),
    file: z.string(),
    why: z.enum(['link', 'too-large', 'unreadable', 'too-many', 'broken']),
    problem: z.string(),
  }),
]);

/**
 * `none`: nothing of the folder would run. `asks`: the person is to decide; `declined`: they did not want to, for
 * what is there now.
 */
const trustStateSchema = z.enum(['none', 'asks', 'declined', 'trusted']);

/**
 * A folder, and what of it would run. `fingerprint` names exactly that; `changed` are the files that are others
 * than those the person trusted, empty where they never did.
 */
export const folderTrustSchema = z.object({
  folder: z.string(),
  state: trustStateSchema,
  fingerprint: z.string(),
  findings: z.array(findingSchema),
  changed: z.array(z.string()),
});

/** A folder that was decided about, at a time in milliseconds since 1970. */
const trustDecisionSchema = z.object({ folder: z.string(), trusted: z.boolean(), decidedAt: z.number() });

/** The decisions, newest first, and the folders that ask now, each for what `fingerprint` names. */
export const trustOverviewSchema = z.object({
  decisions: z.array(trustDecisionSchema),
  asking: z.array(z.object({ folder: z.string(), fingerprint: z.string() })),
});

export type Finding = z.infer<typeof findingSchema>;
export type FolderTrust = z.infer<typeof folderTrustSchema>;
export type TrustDecision = z.infer<typeof trustDecisionSchema>;
export type TrustOverview = z.infer<typeof trustOverviewSchema>;
