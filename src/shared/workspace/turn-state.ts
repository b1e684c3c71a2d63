import { z } from 'zod';

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

/**
 * A problem of a turn for a person: what happened, what was kept, what to do. `lines` are the last lines of a
 * program's output, `details` a line that could not be read.
 */
const problemSchema = z.lazy(() =>
  z.object({
    what: z.string(),
    kept: z.string(),
    todo: z.string(),
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
    /** `summarising` while the earlier messages are being summarised for the model. */
    z.object({
      status: z.literal('working'),
      retry: retrySchema.optional(),
      summarising: z.literal(true).optional(),
    }),
    z.object({ status: z.literal('interrupted') }),
    z.object({ status: z.literal('failed'), problem: problemSchema }),
  ]),
);

export type Problem = z.infer<typeof problemSchema>;

export type KeyWay = z.infer<typeof keyWaySchema>;

export type TerminalWay = z.infer<typeof terminalWaySchema>;

export type SignInWay = z.infer<typeof signInWaySchema>;

export type Retry = z.infer<typeof retrySchema>;

export type TurnState = z.infer<typeof turnStateSchema>;
