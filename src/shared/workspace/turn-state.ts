import { z } from 'zod';
import { providerIdSchema } from '../providers/provider.ts';

/**
 * A way to sign in by entering keys, which become variables of the agent's process. `link` is where keys are to
 * be had.
 */
export const keyWaySchema = z.lazy(() =>
  z.object({
    type: z.literal('keys'),
    id: z.string(),
    name: z.string(),
    about: z.string().nullable(),
    fields: z.array(
      z.object({ variable: z.string(), label: z.string(), secret: z.boolean(), optional: z.boolean() }),
    ),
    link: z.string().nullable(),
  }),
);

/** A way to sign in by a program in a terminal; `id` is missing in what an older version stored. */
export const terminalWaySchema = z.lazy(() =>
  z.object({
    type: z.literal('terminal'),
    id: z.string().optional(),
    name: z.string(),
    about: z.string().nullable(),
    command: z.string(),
  }),
);

/**
 * A way to sign in, in the agent's words: carried out by the agent itself (`agent`), by the person with a command
 * (`terminal`), or by entering keys (`keys`).
 */
const signInWaySchema = z.lazy(() =>
  z.discriminatedUnion('type', [
    z.object({ type: z.literal('agent'), id: z.string(), name: z.string(), about: z.string().nullable() }),
    terminalWaySchema,
    keyWaySchema,
  ]),
);

/** What a problem is about; its card has an icon for each. */
const problemTopicSchema = z.enum([
  'key',
  'account',
  'limit',
  'provider',
  'connection',
  'web-page',
  'model',
  'too-long',
  'no-answer',
  'cut',
  'refusal',
  'image',
  'agent',
  'folder',
  'storage',
  'parley',
]);

/**
 * Something that a person can do about a problem, by a button of its card. `resume` has the agent go on, with the
 * verb that fits: from where it stopped, by the same request, by a process that is started again.
 */
export const remedySchema = z.lazy(() =>
  z.discriminatedUnion('type', [
    z.object({
      type: z.literal('resume'),
      verb: z.enum(['resume', 'retry', 'ask-again', 'start-again', 'signed-in']),
    }),
    /** `isNew` where none was entered yet. */
    z.object({ type: z.literal('change-key'), provider: providerIdSchema, isNew: z.boolean() }),
    /** Summarises the earlier turns, then goes on. */
    z.object({ type: z.literal('compact') }),
    z.object({ type: z.literal('switch-model') }),
    /** Has the chat's worktree begin at what is checked out in its folder, then goes on. */
    z.object({ type: z.literal('begin-at-folder') }),
    /** Opens the site of an address in the person's browser. */
    z.object({ type: z.literal('open-page'), address: z.string() }),
    z.object({ type: z.literal('open-settings'), part: z.enum(['models', 'agents']) }),
  ]),
);

/**
 * A problem of a turn for a person: what happened, what was kept, what to do. `remedies` are only what can help, the
 * best first. `lines` are the last lines of a program's output, `details` what a provider sent.
 */
const problemSchema = z.lazy(() =>
  z.object({
    /** The defaults are for what an older version stored. */
    topic: problemTopicSchema.default('parley'),
    what: z.string(),
    kept: z.string(),
    todo: z.string(),
    remedies: z.array(remedySchema).default([{ type: 'resume', verb: 'resume' }]),
    lines: z.array(z.string()).optional(),
    details: z.string().optional(),
    /** True where the person has to sign in to the agent. */
    signIn: z.literal(true).optional(),
    /** Missing where the agent names no way. */
    signInWays: z.array(signInWaySchema).optional(),
  }),
);

/** A request that failed for a passing reason is retried `at` a time in milliseconds since 1970. */
const retrySchema = z.object({ what: z.string(), at: z.number(), waitMs: z.number() });

/** After `interrupted` and `failed` a turn can be resumed. */
export const turnStateSchema = z.lazy(() =>
  z.discriminatedUnion('status', [
    z.object({ status: z.literal('idle') }),
    /**
     * `since` a time in milliseconds since 1970, missing in what an older version stored; `summarising` while the
     * earlier messages are being summarised for the model.
     */
    z.object({
      status: z.literal('working'),
      since: z.number().optional(),
      retry: retrySchema.optional(),
      summarising: z.literal(true).optional(),
    }),
    z.object({ status: z.literal('interrupted') }),
    z.object({ status: z.literal('failed'), problem: problemSchema }),
  ]),
);

export type Problem = z.infer<typeof problemSchema>;

export type ProblemTopic = Problem['topic'];

export type Remedy = z.infer<typeof remedySchema>;

export type KeyWay = z.infer<typeof keyWaySchema>;

export type TerminalWay = z.infer<typeof terminalWaySchema>;

export type SignInWay = z.infer<typeof signInWaySchema>;

export type Retry = z.infer<typeof retrySchema>;

export type TurnState = z.infer<typeof turnStateSchema>;
