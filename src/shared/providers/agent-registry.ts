import { z } from 'zod';

/**
 * An agent of the ACP registry that is no preset. `spec` is its package of npm at its version, which Parley can install; null
 * for one that comes in another way.
 */
const listedAgentSchema = z.object({
  /** The name that chats store: `acp/<id>`. */
  agent: z.string(),
  name: z.string(),
  version: z.string(),
  description: z.string(),
  website: z.string().nullable(),
  license: z.string().nullable(),
  spec: z.string().nullable(),
});

/** `at` is when the list was fetched, in milliseconds since 1970; null for the one that came with Parley. */
export const listedAgentsSchema = z.object({ agents: z.array(listedAgentSchema), at: z.number().nullable() });

/**
 * What an install of an agent would fetch and then start, with which variables, and the `scripts` of its package, none of
 * which is run. `bytes` is its size without what it needs.
 */
export const packageLookSchema = z.object({
  spec: z.string(),
  command: z.string(),
  env: z.array(z.object({ name: z.string(), value: z.string() })),
  scripts: z.array(z.object({ name: z.string(), command: z.string() })),
  bytes: z.number().nullable(),
  folder: z.string(),
});

export type ListedAgent = z.infer<typeof listedAgentSchema>;
export type ListedAgents = z.infer<typeof listedAgentsSchema>;
export type PackageLook = z.infer<typeof packageLookSchema>;
