import { builtInsFor } from '../../shared/commands/slash-command.ts';
import type { FolderCommandInfo } from '../../shared/contract/folder-calls.ts';
import type { AgentCommand } from '../../shared/providers/agent-options.ts';
import type { Workspace } from '../../shared/workspace/workspace.ts';

/**
 * A command that the list offers; `file` is where one of the folder stands, `agent` the name of the agent that has
 * it, both null for a built-in one.
 */
export type SlashChoice = AgentCommand & { file: string | null; agent: string | null };

/** The commands of a chat beside the built-in ones. */
export type ChatCommands = { ofFolder: readonly FolderCommandInfo[]; ofAgent: readonly AgentCommand[] };

/**
 * Returns the commands whose name has a query in it, those that begin with it first. Of several of one name the
 * first counts: a built-in one, then the agent's, then the folder's.
 */
export function slashChoices(
  { ofFolder, ofAgent }: ChatCommands,
  query: string,
  agent: Pick<Workspace['agent'], 'name' | 'inLoop' | 'plans'>,
): SlashChoice[] {
  const typed = query.toLowerCase();
  const all: SlashChoice[] = [
    ...builtInsFor(agent).map((one) => ({ ...one, file: null, agent: null })),
    ...ofAgent.map((one) => ({ ...one, file: null, agent: agent.name })),
    ...ofFolder.map((one) => ({ ...one, agent: null })),
  ];
  const places = all
    .filter(({ name }, index) => all.findIndex((other) => other.name === name) === index)
    .map((choice) => ({ choice, at: choice.name.toLowerCase().indexOf(typed) }));
  return [...places.filter(({ at }) => at === 0), ...places.filter(({ at }) => at > 0)].map(
    ({ choice }) => choice,
  );
}
