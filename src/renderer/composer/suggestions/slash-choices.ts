import { builtInsFor } from '../../../shared/commands/slash-command.ts';
import type { WorkspaceId } from '../../../shared/ids.ts';
import type { Companion } from '../../companion.ts';
import type { FolderCommandInfo } from '../../../shared/contract/app-contract.ts';
import type { ServerOffersInfo } from '../../../shared/mcp-servers/server-info.ts';
import type { AgentCommand } from '../../../shared/providers/external-agent.ts';
import type { Workspace } from '../../../shared/workspace/workspace.ts';

/** The most commands that are shown at once. */
const mostShown = 100;

/** Parley, the chat's external agent, a file of the folder or of the person, or an MCP server. */
export type SlashSource =
  | { type: 'built-in' }
  | { type: 'agent'; agent: string }
  | { type: FolderCommandInfo['kind']; file: string }
  | { type: 'server'; server: string };

export type SlashChoice = AgentCommand & { source: SlashSource };

/** The commands of a chat beside the built-in ones. */
type ChatCommands = {
  ofFolder: readonly FolderCommandInfo[];
  ofAgent: readonly AgentCommand[];
  prompts: ServerOffersInfo['prompts'];
};

/**
 * Returns the commands that match a query, those that begin with it first. Of several with one name the first
 * counts: a built-in one, then the agent's, then the folder's, then a skill.
 */
export function slashChoices(
  { ofFolder, ofAgent, prompts }: ChatCommands,
  query: string,
  agent: Pick<Workspace['agent'], 'name' | 'inLoop' | 'plans'>,
): SlashChoice[] {
  const typed = query.toLowerCase();
  const all: SlashChoice[] = [
    ...builtInsFor(agent).map((one) => ({ ...one, source: { type: 'built-in' as const } })),
    ...ofAgent.map((one) => ({ ...one, source: { type: 'agent' as const, agent: agent.name } })),
    ...ofFolder.map(({ kind, file, ...one }) => ({ ...one, source: { type: kind, file } })),
    ...prompts.map(({ server, ...one }) => ({ ...one, source: { type: 'server' as const, server } })),
  ];
  const names = new Set<string>();
  const places = all
    .filter(({ name }) => names.size < names.add(name).size)
    .map((choice) => ({ choice, at: choice.name.toLowerCase().indexOf(typed) }));
  return [...places.filter(({ at }) => at === 0), ...places.filter(({ at }) => at > 0)]
    .slice(0, mostShown)
    .map(({ choice }) => choice);
}

/** Reads the commands of a chat beside the built-in ones; empty if that fails. */
export async function readCommands(
  { client }: Companion,
  workspaceId: WorkspaceId,
  isExternal: boolean,
  signal: AbortSignal,
): Promise<Omit<ChatCommands, 'prompts'> & { untrusted: number }> {
  const options = { signal, context: { once: true } };
  const [{ commands, untrusted }, ofAgent] = await Promise.all([
    client.workspace
      .readSlashCommands({ workspaceId }, options)
      .catch(() => ({ commands: [], untrusted: 0 })),
    isExternal ? client.workspace.readAgentCommands({ workspaceId }, options).catch(() => []) : [],
  ]);
  return { ofFolder: commands, ofAgent, untrusted };
}
