import { z } from 'zod';

/**
 * Settings of an agent, a program that it loads, or a prompt (command, skill, agent) that may contain commands.
 */
const agentFileSchema = z.enum(['settings', 'program', 'prompt']);

/**
 * Something in a folder that would run, or connect elsewhere, once the folder is trusted. `file` is relative to
 * the folder.
 */
const findingSchema = z.discriminatedUnion('type', [
  /**
   * A server started by a command; `env` are the variables set for it, `scripts` the files of the folder that
   * these and its words name, `variables` the names of all variables it uses.
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
  z.object({ type: z.literal('skill'), file: z.string() }),
  /** A file that the chat's agent reads by itself, with its `settings` and the `scripts` that it names. */
  z.object({
    type: z.literal('agent-file'),
    file: z.string(),
    holds: agentFileSchema,
    settings: z.array(z.object({ key: z.string(), value: z.string() })),
    scripts: z.array(z.string()),
  }),
  /** A file of the agent that can't be checked, so that the agent is not started in the folder. */
  z.object({ type: z.literal('agent-file-unseen'), file: z.string(), problem: z.string() }),
  /** A setting by which git may run a program or reach elsewhere. */
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
 * `none`: nothing in the folder would run. `asks`: the person has to decide; `declined`: they said no to the
 * current content.
 */
const trustStateSchema = z.enum(['none', 'asks', 'declined', 'trusted']);

/**
 * A folder and what in it would run, also for the external `agent` where not null. `fingerprint` identifies that
 * content; `changed` are the files that differ from those the person trusted.
 */
export const folderTrustSchema = z.object({
  folder: z.string(),
  agent: z.string().nullable(),
  state: trustStateSchema,
  fingerprint: z.string(),
  findings: z.array(findingSchema),
  changed: z.array(z.string()),
});

/** `decidedAt` is in milliseconds since 1970. */
const trustDecisionSchema = z.object({ folder: z.string(), trusted: z.boolean(), decidedAt: z.number() });

/**
 * The decisions, newest first, and the folders that ask now, in chats with `agent`, for the content that
 * `fingerprint` identifies.
 */
export const trustOverviewSchema = z.object({
  decisions: z.array(trustDecisionSchema),
  asking: z.array(z.object({ folder: z.string(), agent: z.string().nullable(), fingerprint: z.string() })),
});

export type AgentFileKind = z.infer<typeof agentFileSchema>;
export type Finding = z.infer<typeof findingSchema>;
export type FolderTrust = z.infer<typeof folderTrustSchema>;
export type TrustDecision = z.infer<typeof trustDecisionSchema>;
export type TrustOverview = z.infer<typeof trustOverviewSchema>;
