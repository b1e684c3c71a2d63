import type { KnownOfFolder } from '../agents/model/instructions.ts';
import type { SlashCommands } from '../folder/slash-commands.ts';
import type { DataFolder } from '../folder/data-folder.ts';
import { FileIndex } from '../folder/file-index.ts';
import type { Trust } from '../trust/folder-trusts.ts';
import { gitWords, readGit } from '../folder/git-state.ts';

type FoldersWiring = {
  env: Record<string, string | undefined>;
  trust: Trust;
  dataFolder: DataFolder;
  now: () => number;
};

/** Connects what is read of folders for their chats. */
export function createFolders({ env, trust, dataFolder, now }: FoldersWiring) {
  const asking = { env, isTrusted: (folder: string) => trust.isTrusted(folder) };
  let slash: Promise<SlashCommands> | undefined;
  const loadSlash = async () => {
    const { SlashCommands: Loaded } = await import('../folder/slash-commands.ts');
    return new Loaded(trust, dataFolder);
  };
  return {
    files: new FileIndex(now),
    /** Loads what reads the commands of folders, when it is first needed. */
    slash: () => (slash ??= loadSlash()),
    readGit: (folder: string) => readGit(folder, asking),
    /** Reads what a model is told of a folder. */
    async knownOf(folder: string): Promise<KnownOfFolder> {
      const { readInstructions } = await import('../folder/agent-files/instruction-files.ts');
      const [{ text }, git] = await Promise.all([
        readInstructions(folder, dataFolder),
        readGit(folder, asking),
      ]);
      return { text, git: gitWords(git) };
    },
  };
}
