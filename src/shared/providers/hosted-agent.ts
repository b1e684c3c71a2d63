import { z } from 'zod';

/**
 * An agent of another maker, as it was found on this machine. `command` is what would be started, `variables` the
 * names of keys that it gets; `install` is the one command that installs it where it is missing.
 */
export const hostedAgentSchema = z.object({
  /** The name that chats store: `acp/<agent>`. */
  agent: z.string(),
  name: z.string(),
  state: z.enum(['ready', 'missing']),
  version: z.string().nullable(),
  command: z.string().nullable(),
  variables: z.array(z.string()),
  install: z.string().nullable(),
});

/** All of them, and what is wrong with the file in which a person names more; null where nothing is. */
export const hostedAgentsSchema = z.object({
  agents: z.array(hostedAgentSchema),
  file: z.string(),
  problem: z.string().nullable(),
});

export type HostedAgent = z.infer<typeof hostedAgentSchema>;
export type FoundAgents = z.infer<typeof hostedAgentsSchema>;
