import type { WorkspaceId } from '../../shared/ids.ts';
import type { ListedSessions } from '../../shared/providers/external-agent.ts';
import type { ChatOptions } from '../agents/external/options.ts';
import type { Opens } from '../storage/agent-session-store.ts';
import type { ChatCommands } from '../agents/chat-commands.ts';
import { FolderUnusable } from '../folder/usable-folder.ts';
import type { Workspaces } from '../workspaces/workspaces.ts';
import type { Calls } from './calls.ts';
import { knownWorkspace } from './known-workspace.ts';

export type AgentOptionCallParts = {
  workspaces: Workspaces;
  commands: Pick<ChatCommands, 'resume'>;
  external: {
    options(workspaceId: WorkspaceId): Promise<ChatOptions | undefined>;
    signIn(workspaceId: WorkspaceId, way: string, keys: Record<string, string>): Promise<void>;
    sessions(workspaceId: WorkspaceId, after: string | null): Promise<ListedSessions>;
    openSession(from: WorkspaceId, chosen: Opens): { chat: WorkspaceId; isNew: boolean };
  };
};

const none = { options: [], known: true, problem: null };

/** The calls about what the external agent of a chat can be told beside messages. */
export function agentOptionCalls({ workspace }: Calls, parts: AgentOptionCallParts) {
  const { workspaces, commands, external } = parts;
  const known = knownWorkspace(workspaces);
  return {
    readAgentOptions: workspace.readAgentOptions
      .use(known)
      .handler(async ({ input }) => (await external.options(input.workspaceId))?.read() ?? none),
    setAgentOption: workspace.setAgentOption
      .use(known)
      .handler(
        async ({ input: { workspaceId, option, value } }) =>
          (await external.options(workspaceId))?.set(option, value) ?? none,
      ),
    signInToAgent: workspace.signInToAgent.use(known).handler(async ({ input }) => {
      const { workspaceId, way, keys = {} } = input;
      await external.signIn(workspaceId, way, keys);
      commands.resume(workspaceId);
    }),
    readAgentSessions: workspace.readAgentSessions
      .use(known)
      .handler(({ input: { workspaceId, after } }) => external.sessions(workspaceId, after)),
    openAgentSession: workspace.openAgentSession
      .use(known)
      .handler(({ input: { workspaceId, ...chosen }, errors }) => {
        try {
          const { chat, isNew } = external.openSession(workspaceId, chosen);
          if (isNew) commands.resume(chat);
          return workspaces.changed(chat);
        } catch (error) {
          if (!(error instanceof FolderUnusable)) throw error;
          const { folder, problem } = error;
          throw errors['folder-unusable']({ message: problem, data: { folder, problem } });
        }
      }),
    readAgentCommands: workspace.readAgentCommands
      .use(known)
      .handler(async ({ input }) => (await external.options(input.workspaceId))?.commands() ?? []),
  };
}
