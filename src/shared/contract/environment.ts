import { z } from 'zod';

/** Why an interactive login shell did not give its environment, and the one that programs get instead. */
const loginProblemSchema = z.object({
  reason: z.discriminatedUnion('type', [
    /** It was still reading its startup files after five seconds. */
    z.object({ type: z.literal('timed-out') }),
    /** It ended, or became another program, while it read them. */
    z.object({ type: z.literal('ended') }),
    z.object({ type: z.literal('not-started'), problem: z.string() }),
    z.object({ type: z.literal('endless-output') }),
    /** Something else printed into the environment. */
    z.object({ type: z.literal('unreadable') }),
  ]),
  /** That of a login shell that is not interactive, or the one that Parley was started with. */
  used: z.enum(['not-interactive', 'started-with']),
});

export type LoginProblem = z.infer<typeof loginProblemSchema>;

/** The environment of the person, known in full once their login shell was read. */
export const environmentSchema = z.object({
  shell: z.object({
    name: z.string(),
    file: z.string(),
    /** The path of the person's own shell, where Parley runs another in its place. */
    insteadOf: z.string().nullable(),
    problem: loginProblemSchema.nullable(),
  }),
  /** The proxy that requests go by, for people; null for none. */
  proxy: z.string().nullable(),
  /** Why a proxy that the environment names can't be used, for people; null for none. */
  proxyProblem: z.string().nullable(),
});

export type PersonEnvironment = z.infer<typeof environmentSchema>;
