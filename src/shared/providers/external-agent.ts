import { z } from 'zod';
import { workspaceIdSchema } from '../ids.ts';
import { keyWaySchema, terminalWaySchema } from '../workspace/turn-state.ts';

/** Who is signed in to an agent: the plan or key in the agent's words, and whose; null where it does not say. */
export const agentAccountSchema = z.object({ plan: z.string(), who: z.string().nullable() });

export type AgentAccount = z.infer<typeof agentAccountSchema>;

/**
 * An external agent found on this machine. `command` is what would be started, `variables` the names of keys that
 * it gets. `sign-in`: it last wanted its person to sign in.
 */
const externalAgentSchema = z.lazy(() =>
  z.object({
    /** The stored name: `acp/<agent>`. */
    agent: z.string(),
    name: z.string(),
    /** True for an agent that acts without asking in every mode; new chats don't begin with it. */
    byItself: z.boolean(),
    state: z.enum(['ready', 'sign-in', 'missing']),
    version: z.string().nullable(),
    command: z.string().nullable(),
    variables: z.array(z.string()),
    /** What npm installs where it is missing, the folder for it, and the script of the package that runs then. */
    install: z.object({ spec: z.string(), folder: z.string(), script: z.string().nullable() }).nullable(),
    /** How a person signs in; null where unknown. */
    signIn: z.string().nullable(),
    /** The chat in which it wanted a sign in; null for none, or if the chat is gone. */
    signInChat: workspaceIdSchema.nullable(),
    /** The ways by keys that it named there; where no chat waits, the way by the key that Parley knows of it. */
    keyWays: z.array(keyWaySchema),
    /** The ways by a program in a terminal that it named, also where the chat is gone. */
    terminalWays: z.array(terminalWaySchema),
    /** The names of keys that a person entered for it. */
    keys: z.array(z.string()),
    /** Null where nobody is signed in, or the agent did not say since Parley was started. */
    account: agentAccountSchema.nullable(),
    /** True where it was seen to take a sign-out. */
    signsOut: z.boolean(),
  }),
);

/** `problem` is about the file in which a person names more agents; null for none. */
export const externalAgentsSchema = z.object({
  agents: z.array(externalAgentSchema),
  file: z.string(),
  problem: z.string().nullable(),
});

export type ExternalAgent = z.infer<typeof externalAgentSchema>;
export type FoundAgents = z.infer<typeof externalAgentsSchema>;

const about = {
  id: z.string(),
  name: z.string(),
  about: z.string().nullable(),
  category: z.enum(['mode', 'model', 'thinking', 'other']),
};

/** `byItself` marks a mode in which the agent acts without asking. */
const optionChoiceSchema = z.object({
  value: z.string(),
  name: z.string(),
  about: z.string().nullable(),
  byItself: z.boolean(),
});

/** A setting that an external agent has for a chat, in its own words. */
export const agentOptionSchema = z.lazy(() =>
  z.discriminatedUnion('type', [
    z.object({
      type: z.literal('choice'),
      ...about,
      value: z.string(),
      choices: z.array(optionChoiceSchema),
    }),
    z.object({ type: z.literal('switch'), ...about, value: z.boolean() }),
  ]),
);

/** `argument` says what may follow the command. */
export const agentCommandSchema = z.object({
  name: z.string(),
  description: z.string(),
  argument: z.string().nullable(),
});

/**
 * `known` is false until the agent ran in the chat's folder once; `problem` says why it refused the last choice.
 */
export const agentOptionsSchema = z.object({
  options: z.array(agentOptionSchema),
  known: z.boolean(),
  problem: z.string().nullable(),
});

/** A session last used `at`, in milliseconds since 1970; `chat` is the chat that has it. */
const listedSessionSchema = z.object({
  sessionId: z.string(),
  title: z.string().nullable(),
  at: z.number().nullable(),
  chat: workspaceIdSchema.nullable(),
});

/**
 * A page of the sessions that a chat's agent keeps of its folder; `next` is the cursor, null at the end. `can` is
 * false for an agent whose sessions can't be listed or opened; `problem` says why they could not be loaded.
 */
export const listedSessionsSchema = z.object({
  sessions: z.array(listedSessionSchema),
  next: z.string().nullable(),
  can: z.boolean(),
  problem: z.string().nullable(),
});

export type ListedSessions = z.infer<typeof listedSessionsSchema>;
export type AgentOption = z.infer<typeof agentOptionSchema>;
export type AgentCommand = z.infer<typeof agentCommandSchema>;
export type AgentOptions = z.infer<typeof agentOptionsSchema>;
