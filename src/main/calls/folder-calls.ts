import type { CustomToolInfo } from '../../shared/contract/folder-calls.ts';
import type { GitState } from '../folder/git-state.ts';
import { findEditor, openInEditor } from '../folder/open-in-editor.ts';
import { messageOf } from '../../shared/thrown-error.ts';
import { FolderUnusable, usableFolder } from '../folder/usable-folder.ts';
import type { SettingsStore } from '../storage/settings-store.ts';
import type { Workspaces } from '../workspaces/workspaces.ts';
import type { Calls } from './calls.ts';
import { knownWorkspace } from './known-workspace.ts';

/** The parts that the calls about the folder of a chat need. */
export type FolderCallParts = {
  workspaces: Workspaces;
  settings: SettingsStore;
  env: Record<string, string | undefined>;
  /** Says which branch of git is checked out in a folder, and whether it holds uncommitted changes. */
  readGit: (folder: string) => Promise<GitState>;
  custom: { list(folder: string): Promise<CustomToolInfo[]> };
  /** Shows a folder in the file manager of this machine. */
  openFolder?: (folder: string) => Promise<void>;
};

async function inFileManager(folder: string): Promise<void> {
  const { openInFileManager } = await import('../folder/open-in-file-manager.ts');
  await openInFileManager(folder);
}

/** The calls about the folder of a chat. */
export function folderCalls(
  { workspace }: Calls,
  { workspaces, settings, env, readGit, custom, openFolder = inFileManager }: FolderCallParts,
) {
  const known = knownWorkspace(workspaces);
  return {
    openFolder: workspace.openFolder.use(known).handler(async ({ input: { workspaceId }, errors }) => {
      const { folder } = workspaces.row(workspaceId);
      try {
        await openFolder(usableFolder(folder));
      } catch (error) {
        const problem =
          error instanceof FolderUnusable
            ? error.problem
            : `The file manager did not open. ${messageOf(error)}`;
        throw errors['folder-unusable']({ message: problem, data: { folder, problem } });
      }
    }),
    openInEditor: workspace.openInEditor
      .use(known)
      .handler(async ({ input: { workspaceId, path, line }, errors }) => {
        const command = settings.read().editor ?? findEditor(env);
        const problem = await openInEditor({
          command,
          folder: workspaces.folder(workspaceId),
          path,
          line,
          env,
        });
        if (problem !== undefined) throw errors['editor-failed']({ message: problem, data: { problem } });
      }),
    readInstructions: workspace.readInstructions.use(known).handler(async ({ input: { workspaceId } }) => {
      const { readInstructions } = await import('../folder/agent-files/instruction-files.ts');
      const { path, dataFolder } = workspaces.folder(workspaceId);
      return (await readInstructions(path, dataFolder)).files;
    }),
    readCustomTools: workspace.readCustomTools
      .use(known)
      .handler(({ input: { workspaceId } }) => custom.list(workspaces.row(workspaceId).folder)),
    readBranch: workspace.readBranch
      .use(known)
      .handler(({ input: { workspaceId } }) => readGit(workspaces.row(workspaceId).folder)),
  };
}
