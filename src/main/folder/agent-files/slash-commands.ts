import { parseSlash } from '../../../shared/commands/slash-command.ts';
import type { FolderCommandInfo } from '../../../shared/contract/folder-calls.ts';
import type { MessageCommand } from '../../../shared/transcript/transcript.ts';
import type { DataFolder } from '../data-folder.ts';
import { commandText, parseCommand, readFolderCommands } from './folder-commands.ts';

/** The person's decision about a folder, by its absolute path. */
export type TrustedFiles = {
  isTrusted(folder: string): Promise<boolean>;
  /** Returns the text of a file as it was trusted, by its path in the folder; undefined where it was not. */
  read(folder: string, file: string): Promise<string | undefined>;
};

/** The slash commands that the files of a trusted folder hold. */
export class SlashCommands {
  readonly #trust: TrustedFiles;
  readonly #dataFolder: DataFolder;

  constructor(trust: TrustedFiles, dataFolder: DataFolder) {
    this.#trust = trust;
    this.#dataFolder = dataFolder;
  }

  /** Lists them by name; of a folder that is not trusted only how many there are. */
  async list(folder: string): Promise<{ commands: FolderCommandInfo[]; untrusted: number }> {
    const found = await readFolderCommands(folder, this.#dataFolder);
    if (found.length === 0 || !(await this.#trust.isTrusted(folder)))
      return { commands: [], untrusted: found.length };
    return { commands: found.map(({ body: _, ...info }) => info), untrusted: 0 };
  }

  /** Returns what the agent is told in place of a message; undefined where it is no command of the folder. */
  async expand(folder: string, text: string): Promise<MessageCommand | undefined> {
    const slash = parseSlash(text);
    if (slash === null) return undefined;
    const found = (await readFolderCommands(folder, this.#dataFolder)).find(
      ({ name }) => name === slash.name,
    );
    const trusted = found && (await this.#trust.read(folder, found.file));
    if (found === undefined || trusted === undefined) return undefined;
    const command = parseCommand(found.name, found.file, trusted);
    return { source: command.file, text: commandText(command, slash.argument) };
  }
}
