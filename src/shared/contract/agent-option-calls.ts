import { z } from 'zod';
import { agentCommandSchema, agentOptionsSchema, listedSessionsSchema } from '../providers/hosted-agent.ts';
import { workspaceSchema } from '../workspace/workspace.ts';
import { inChat, inWorkspace } from './call.ts';
import { failures } from './failures.ts';

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
  /** The earlier sessions of the chat's agent about its folder, from a place in their list on. Starts the agent. */
  readAgentSessions: inChat
    .input(z.object({ ...inWorkspace, after: z.string().max(10_000).nullable() }))
    .output(listedSessionsSchema),
  /**
   * Opens one of them: in this chat where nothing was said in it, else in a new one of its folder. Returns the chat that
   * has it. A session that a chat has already stays there.
   */
  openAgentSession: inChat
    .errors({ 'folder-unusable': failures['folder-unusable'] })
    .input(
      z.object({
        ...inWorkspace,
        sessionId: z.string().min(1).max(10_000),
        title: z.string().max(10_000).nullable(),
        at: z.number().nullable(),
      }),
    )
    .output(workspaceSchema),
  /**
   * Has the chat's agent sign its person in, by a way that it named, and go on. `keys` is what was entered for the
   * fields of that way, by variable; it is stored, and the agent is started with it.
   */
  signInToAgent: inChat.input(
    z.object({
      ...inWorkspace,
      way: z.string().max(1_000),
      keys: z.record(z.string().max(300), z.string().max(10_000)).optional(),
    }),
  ),
  /** The commands that the chat's agent takes. */
  readAgentCommands: inChat.input(z.object(inWorkspace)).output(z.array(agentCommandSchema)),
};
