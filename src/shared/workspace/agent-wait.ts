import { z } from 'zod';

/**
 * How an agent waits for what a card asks, where it does not wait until the person decides: not at all while it works on;
 * until `at`, in milliseconds since 1970, when it goes on without an answer; or `orphaned`, no request of an agent is open
 * any more, since it stopped waiting, ended, or ran under an earlier process of Parley.
 */
export const agentWaitSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('works-on') }),
  z.object({ type: z.literal('until'), at: z.number() }),
  z.object({ type: z.literal('orphaned') }),
]);

export type AgentWait = z.infer<typeof agentWaitSchema>;
