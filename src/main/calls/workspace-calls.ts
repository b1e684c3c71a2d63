import type { Context, Router } from '@orpc/server';
import type { CustomToolInfo } from '../../shared/contract/app-contract.ts';
import type { ParleyContract } from '../../shared/contract/contract.ts';
import { messageOf } from '../../shared/thrown-error.ts';
import type { ChatCommands } from '../agents/chat-commands.ts';
import type { Removals } from '../agents/removals.ts';
import type { ChatLog } from '../chat/chat-log.ts';
import type { GitState } from '../folder/git-state.ts';
import { findEditor, openInEditor } from '../folder/open-in-editor.ts';
import { FolderUnusable, usableFolder } from '../folder/usable-folder.ts';
import type { AskTimeouts } from '../questions/ask-timeouts.ts';
import type { SearchStore } from '../storage/search-store.ts';
import type { SettingsStore } from '../storage/settings-store.ts';
import type { Trust } from '../trust/folder-trusts.ts';
import type { Workspaces } from '../workspaces/workspaces.ts';
import type { Calls } from './calls.ts';
import { knownWorkspace } from './known-workspace.ts';
import { trustedBy } from './trust-calls.ts';

/** Written down, for the inferred type is longer than the compiler writes. */
type ReadingCalls = Pick<
  Router<ParleyContract['workspace'], Context>,
  'watch' | 'readEnd' | 'readMessages' | 'countMessages' | 'findMessages'
>;

type ReadingCallParts = {
  workspaces: Workspaces;
  log: ChatLog;
  search: SearchStore;
  trust: Pick<Trust, 'look'>;
};

type WorkspaceCallParts = FolderCallParts & {
  trust: Pick<Trust, 'look'>;
  commands: ChatCommands;
  removals: Removals;
  timeouts: AskTimeouts;
};

/** The calls about one chat. */
export function workspaceCalls(calls: Calls, parts: WorkspaceCallParts) {
  const { workspaces, commands, timeouts, trust } = parts;
  const { workspace } = calls;
  const known = knownWorkspace(workspaces);
  return {
    ...listCalls(calls, parts),
    ...folderCalls(calls, parts),
    create: workspace.create.handler(({ input, errors }) => {
      try {
        return workspaces.create(input.folder);
      } catch (error) {
        if (!(error instanceof FolderUnusable)) throw error;
        const { folder, problem } = error;
        throw errors['folder-unusable']({ message: problem, data: { folder, problem } });
      }
    }),
    setMode: workspace.setMode.use(known).handler(({ input }) => {
      workspaces.setMode(input.workspaceId, input.mode);
      if (input.mode === 'plan') timeouts.touchAll(input.workspaceId);
    }),
    setAgent: workspace.setAgent.use(known).handler(({ input }) => {
      workspaces.setAgent(input.workspaceId, input.agent);
      const { folder, agent } = trustedBy(workspaces.row(input.workspaceId));
      trust.look(folder, agent);
    }),
    setThinking: workspace.setThinking.use(known).handler(({ input }) => {
      workspaces.setThinking(input.workspaceId, input.thinking);
    }),
    setDialect: workspace.setDialect.use(known).handler(({ input }) => {
      workspaces.setDialect(input.workspaceId, input.dialect);
    }),
    stop: workspace.stop.handler(({ input }) => commands.stop(input.workspaceId)),
    resume: workspace.resume.use(known).handler(({ input }) => {
      commands.resume(input.workspaceId);
    }),
  };
}

/** The calls that read what is said in a chat. */
export function readingCalls(
  { workspace }: Calls,
  { workspaces, log, search, trust }: ReadingCallParts,
): ReadingCalls {
  const known = knownWorkspace(workspaces);
  return {
    watch: workspace.watch.use(known).handler(({ input: { workspaceId, after }, signal }) => {
      workspaces.noteSeen(workspaceId);
      const { path, dataFolder } = workspaces.folder(workspaceId);
      trust.look(path, trustedBy(workspaces.row(workspaceId)).agent);
      trust.look(dataFolder.path, null);
      return log.watch(workspaceId, after, signal);
    }),
    readEnd: workspace.readEnd.use(known).handler(({ input: { workspaceId } }) => {
      return log.readEnd(workspaceId);
    }),
    readMessages: workspace.readMessages.handler(({ input: { workspaceId, at, count }, errors }) => {
      const page = log.readMessages(workspaceId, at, count);
      if (page === undefined) throw errors['no-such-message']();
      return page;
    }),
    countMessages: workspace.countMessages.use(known).handler(({ input: { workspaceId, before } }) => {
      return log.countMessages(workspaceId, before);
    }),
    findMessages: workspace.findMessages
      .use(known)
      .handler(async ({ input: { workspaceId, text }, signal }) => {
        const { findMessages } = await import('../chat/find-messages.ts');
        return findMessages(search, workspaceId, text, signal);
      }),
  };
}

/** The calls about a workspace in the list. */
function listCalls(calls: Calls, { workspaces, removals }: WorkspaceCallParts) {
  const { workspace } = calls;
  const known = knownWorkspace(workspaces);
  return {
    rename: workspace.rename.use(known).handler(({ input: { workspaceId, name } }) => {
      workspaces.rename(workspaceId, name);
    }),
    setPinned: workspace.setPinned.use(known).handler(({ input: { workspaceId, pinned } }) => {
      workspaces.setPinned(workspaceId, pinned);
    }),
    setArchived: workspace.setArchived.use(known).handler(({ input: { workspaceId, archived } }) => {
      workspaces.setArchived(workspaceId, archived);
    }),
    remove: workspace.remove.handler(({ input }) => removals.remove(input.workspaceId)),
    undoRemove: workspace.undoRemove.handler(({ input: { workspaceId }, errors }) => {
      if (!removals.undo(workspaceId)) throw errors['no-such-workspace']();
    }),
  };
}

/** The parts that the calls about the folder of a chat need. */
type FolderCallParts = {
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
function folderCalls(
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
