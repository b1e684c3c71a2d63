import { builtInCommands } from '../../shared/commands/slash-command.ts';
import type { FolderCommandInfo } from '../../shared/contract/folder-calls.ts';
import type { ServerOffersInfo } from '../../shared/mcp-servers/server-info.ts';

/** The most commands that are shown at once. */
const mostShown = 100;

/** Where a command comes from: Parley, a file of the folder, or an MCP server. */
export type SlashSource =
  | { type: 'built-in' }
  | { type: 'file'; file: string }
  | { type: 'server'; server: string };

/** A command that the list offers. */
export type SlashChoice = Omit<FolderCommandInfo, 'file'> & { source: SlashSource };

type Prompts = ServerOffersInfo['prompts'];

/** Returns the commands whose name has a query in it, those that begin with it first. */
export function slashChoices(
  ofFolder: readonly FolderCommandInfo[],
  prompts: Prompts,
  query: string,
): SlashChoice[] {
  const typed = query.toLowerCase();
  const all: SlashChoice[] = [
    ...builtInCommands.map((one) => ({ ...one, source: { type: 'built-in' as const } })),
    ...ofFolder.map(({ file, ...one }) => ({ ...one, source: { type: 'file' as const, file } })),
    ...prompts.map(({ server, ...one }) => ({ ...one, source: { type: 'server' as const, server } })),
  ];
  const places = all.map((choice) => ({ choice, at: choice.name.toLowerCase().indexOf(typed) }));
  return [...places.filter(({ at }) => at === 0), ...places.filter(({ at }) => at > 0)]
    .slice(0, mostShown)
    .map(({ choice }) => choice);
}
