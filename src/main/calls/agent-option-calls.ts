import type { ChatOptions } from '../agents/acp/chat-options.ts';
import type { WorkspaceId } from '../../shared/ids.ts';
import type { Workspaces } from '../workspaces/workspaces.ts';
import type { Calls } from './calls.ts';
import { knownWorkspace } from './known-workspace.ts';

export type AgentOptionCallParts = {
  workspaces: Workspaces;
  hosted: { options(workspaceId: WorkspaceId): Promise<ChatOptions | undefined> };
};

const none = { options: [], known: true, problem: null };

/** The calls about what the hosted agent of a chat can be told beside messages. */
export function agentOptionCalls({ workspace }: Calls, { workspaces, hosted }: AgentOptionCallParts) {
  const known = knownWorkspace(workspaces);
  return {
    readAgentOptions: workspace.readAgentOptions
      .use(known)
      .handler(async ({ input }) => (await hosted.options(input.workspaceId))?.read() ?? none),
    setAgentOption: workspace.setAgentOption
      .use(known)
      .handler(
        async ({ input: { workspaceId, option, value } }) =>
          (await hosted.options(workspaceId))?.set(option, value) ?? none,
      ),
    readAgentCommands: workspace.readAgentCommands
      .use(known)
      .handler(async ({ input }) => (await hosted.options(input.workspaceId))?.commands() ?? []),
  };
}
