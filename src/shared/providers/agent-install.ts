import { z } from 'zod';

/**
 * How the install of an external agent stands; it is gone once the agent is there. `lines` are the last that npm
 * printed.
 */
export const agentInstallSchema = z.lazy(() =>
  z.object({
    /** The stored name: `acp/<agent>`. */
    agent: z.string(),
    lines: z.array(z.string()),
    state: z.discriminatedUnion('type', [
      z.object({ type: z.literal('fetching'), bytes: z.number() }),
      /** All of it is in place; it is started once to see that it works. */
      z.object({ type: z.literal('checking') }),
      /** `log` is the file that keeps all lines. */
      z.object({ type: z.literal('failed'), what: z.string(), todo: z.string(), log: z.string() }),
    ]),
  }),
);

export type AgentInstall = z.infer<typeof agentInstallSchema>;
