import { z } from 'zod';
import { workspaceIdSchema } from '../ids.ts';
import { keyWaySchema, terminalWaySchema } from '../workspace/turn-state.ts';

/**
 * An agent of another maker, as it was found on this machine. `command` is what would be started, `variables` the
 * names of keys that it gets; `install` is the one command that installs it where it is missing. `sign-in`: it
 * wanted its person to sign in when it was asked last.
 */
const externalAgentSchema = z.lazy(() =>
  z.object({
    /** The name that chats store: `acp/<agent>`. */
    agent: z.string(),
    name: z.string(),
    /** True of one that acts without asking whatever its mode; new chats don't begin with it. */
    byItself: z.boolean(),
    state: z.enum(['ready', 'sign-in', 'missing']),
    version: z.string().nullable(),
    command: z.string().nullable(),
    variables: z.array(z.string()),
    install: z.string().nullable(),
    /** The way a person signs in; null where that is not known. */
    signIn: z.string().nullable(),
    /** The chat in which it wanted that; null where it did not, or the chat is gone. */
    signInChat: workspaceIdSchema.nullable(),
    /** The ways by keys that it named there. */
    keyWays: z.array(keyWaySchema),
    /** The ways by a program in a terminal that it named, also where the chat is gone. */
    terminalWays: z.array(terminalWaySchema),
    /** The variables that a person entered for it, which Parley keeps. */
    keys: z.array(z.string()),
  }),
);

/** All of them, and what is wrong with the file in which a person names more; null where nothing is. */
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

/** A choice of an option; `byItself` of a mode in which its agent does not ask before it acts. */
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

/** A command that an external agent takes at the beginning of a message; `argument` is what may follow it. */
export const agentCommandSchema = z.object({
  name: z.string(),
  description: z.string(),
  argument: z.string().nullable(),
});

/**
 * The options that an external agent has in a chat. `known` is false until it ran in the chat's folder once; `problem` is
 * why it did not take the last choice.
 */
export const agentOptionsSchema = z.object({
  options: z.array(agentOptionSchema),
  known: z.boolean(),
  problem: z.string().nullable(),
});

/** An earlier session of an external agent, used last `at`, in milliseconds since 1970; `chat` is the one that has it. */
const listedSessionSchema = z.object({
  sessionId: z.string(),
  title: z.string().nullable(),
  at: z.number().nullable(),
  chat: workspaceIdSchema.nullable(),
});

/**
 * The sessions that the agent of a chat keeps of the chat's folder, a page of them; `next` is where to go on, null at
 * the end. `can` is false for an agent whose sessions can't be listed or opened; `problem` is why they are not there.
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
