import { builtInCommands } from '../../shared/commands/slash-command.ts';
import type { FolderCommandInfo } from '../../shared/contract/folder-calls.ts';

/** A command that the list offers; `file` is where one of the folder stands, null for a built-in one. */
export type SlashChoice = Omit<FolderCommandInfo, 'file'> & { file: string | null };

/** Returns the commands whose name has a query in it, those that begin with it first. */
export function slashChoices(ofFolder: readonly FolderCommandInfo[], query: string): SlashChoice[] {
  const typed = query.toLowerCase();
  const all: SlashChoice[] = [...builtInCommands.map((one) => ({ ...one, file: null })), ...ofFolder];
  const places = all.map((choice) => ({ choice, at: choice.name.toLowerCase().indexOf(typed) }));
  return [...places.filter(({ at }) => at === 0), ...places.filter(({ at }) => at > 0)].map(
    ({ choice }) => choice,
  );
}
