import { z } from 'zod';

/** Settings of an agent, a program that it loads, or a command, skill or agent that commands can be a part of. */
const agentFileSchema = z.enum(['settings', 'program', 'prompt']);

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
  /** A file that the chat's agent reads by itself: what its `settings` say, and the `scripts` that it names. */
  z.object({
    type: z.literal('agent-file'),
    file: z.string(),
    holds: agentFileSchema,
    settings: z.array(z.object({ key: z.string(), value: z.string() })),
    scripts: z.array(z.string()),
  }),
  /** A file of the agent that can't be looked at, so that the agent is not started in the folder. */
  z.object({ type: z.literal('agent-file-unseen'), file: z.string(), problem: z.string() }),
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
 * A folder, and what of it would run, for `agent` on this machine too where that is not null. `fingerprint` names
 * exactly that; `changed` are the files that are others than those the person trusted, empty where they never did.
 */
export const folderTrustSchema = z.object({
  folder: z.string(),
  agent: z.string().nullable(),
  state: trustStateSchema,
  fingerprint: z.string(),
  findings: z.array(findingSchema),
  changed: z.array(z.string()),
});

/** A folder that was decided about, at a time in milliseconds since 1970. */
const trustDecisionSchema = z.object({ folder: z.string(), trusted: z.boolean(), decidedAt: z.number() });

/** The decisions, newest first, and the folders that ask now, in chats with `agent`, each for what `fingerprint` names. */
export const trustOverviewSchema = z.object({
  decisions: z.array(trustDecisionSchema),
  asking: z.array(z.object({ folder: z.string(), agent: z.string().nullable(), fingerprint: z.string() })),
});

export type AgentFileKind = z.infer<typeof agentFileSchema>;
export type Finding = z.infer<typeof findingSchema>;
export type FolderTrust = z.infer<typeof folderTrustSchema>;
export type TrustDecision = z.infer<typeof trustDecisionSchema>;
export type TrustOverview = z.infer<typeof trustOverviewSchema>;
