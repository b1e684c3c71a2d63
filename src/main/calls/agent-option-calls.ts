import { FolderUnusable } from '../folder/usable-folder.ts';
import { type Calls, withProblem } from './calls.ts';

const none = { options: [], known: true, problem: null };

/** The calls about a chat's external agent: its options, commands, earlier sessions, and signing in. */
export function agentOptionCalls({ workspace }: Calls) {
  return {
    readAgentOptions: workspace.readAgentOptions.handler(
      async ({ input, context: { externalAgents } }) =>
        (await externalAgents.options(input.workspaceId))?.read() ?? none,
    ),
    setAgentOption: workspace.setAgentOption.handler(
      async ({ input: { workspaceId, option, value }, context: { externalAgents } }) =>
        (await externalAgents.options(workspaceId))?.set(option, value) ?? none,
    ),
    signInToAgent: workspace.signInToAgent.handler(
      async ({ input: { workspaceId, way, keys = {} }, context: { externalAgents, turns }, errors }) => {
        const problem = await externalAgents.signIns.begin(workspaceId, way, keys);
        if (problem !== undefined) throw errors['key-refused'](withProblem(problem));
        turns.start(workspaceId);
      },
    ),
    readAgentSessions: workspace.readAgentSessions.handler(({ input, context: { externalAgents } }) =>
      externalAgents.sessions(input.workspaceId, input.after),
    ),
    openAgentSession: workspace.openAgentSession.handler(
      ({ input: { workspaceId, ...chosen }, context: { externalAgents, turns, workspaces }, errors }) => {
        try {
          const { chat, isNew } = externalAgents.openSession(workspaceId, chosen);
          if (isNew) turns.start(chat);
          return workspaces.changed(chat);
        } catch (error) {
          if (!(error instanceof FolderUnusable)) throw error;
          const { folder, problem } = error;
          throw errors['folder-unusable']({ message: problem, data: { folder, problem } });
        }
      },
    ),
    addAgentFolder: workspace.addAgentFolder.handler(
      async ({ input: { workspaceId, folder: named }, context: { externalAgents, workspaces }, errors }) => {
        try {
          await externalAgents.addFolder(workspaceId, named);
          return workspaces.changed(workspaceId);
        } catch (error) {
          if (!(error instanceof FolderUnusable)) throw error;
          const { folder, problem } = error;
          throw errors['folder-unusable']({ message: problem, data: { folder, problem } });
        }
      },
    ),
    removeAgentFolder: workspace.removeAgentFolder.handler(
      ({ input: { workspaceId, folder }, context: { externalAgents, workspaces } }) => {
        externalAgents.removeFolder(workspaceId, folder);
        return workspaces.changed(workspaceId);
      },
    ),
    readAgentCommands: workspace.readAgentCommands.handler(
      async ({ input, context: { externalAgents } }) =>
        (await externalAgents.options(input.workspaceId))?.commands() ?? [],
    ),
  };
}
