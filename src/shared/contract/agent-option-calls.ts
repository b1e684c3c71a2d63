import { z } from 'zod';
import { agentCommandSchema, agentOptionsSchema } from '../providers/hosted-agent.ts';
import { inChat, inWorkspace } from './call.ts';

/** The calls about what the hosted agent of a chat can be told beside messages. */
export const agentOptionCalls = {
  /** The settings that the chat's agent has for it, as it gave them last; none where Parley's own loop works. */
  readAgentOptions: inChat.input(z.object(inWorkspace)).output(agentOptionsSchema),
  /** Changes one of them, for this chat and for those that begin in its folder with the same agent. */
  setAgentOption: inChat
    .input(
      z.object({
        ...inWorkspace,
        option: z.string().max(1_000),
        value: z.union([z.string().max(1_000), z.boolean()]),
      }),
    )
    .output(agentOptionsSchema),
  /** Has the chat's agent sign its person in, by a way that it named, and go on. */
  signInToAgent: inChat.input(z.object({ ...inWorkspace, way: z.string().max(1_000) })),
  /** The commands that the chat's agent takes. */
  readAgentCommands: inChat.input(z.object(inWorkspace)).output(z.array(agentCommandSchema)),
};
