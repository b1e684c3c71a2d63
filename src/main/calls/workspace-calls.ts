import type { Context, Router } from '@orpc/server';
import type { ParleyContract } from '../../shared/contract/contract.ts';
import { messageOf } from '../../shared/thrown-error.ts';
import { isExternal } from '../agents/external/agent-names.ts';
import { findEditor, openInEditor } from '../folder/open-in-editor.ts';
import { FolderUnusable, usableFolder } from '../folder/usable-folder.ts';
import { type Calls, withProblem } from './calls.ts';

/** The calls about a chat in the list. */
export function listCalls({ workspace }: Calls) {
  return {
    create: workspace.create.handler(({ input, context: { workspaces }, errors }) => {
      try {
        return workspaces.create(input.folder, input.agent);
      } catch (error) {
        if (!(error instanceof FolderUnusable)) throw error;
        const { folder, problem } = error;
        throw errors['folder-unusable']({ message: problem, data: { folder, problem } });
      }
    }),
    rename: workspace.rename.handler(({ input, context: { workspaces } }) => {
      workspaces.rename(input.workspaceId, input.name);
    }),
    setPinned: workspace.setPinned.handler(({ input, context: { workspaces } }) => {
      workspaces.setPinned(input.workspaceId, input.pinned);
    }),
    setArchived: workspace.setArchived.handler(({ input, context: { workspaces } }) => {
      workspaces.setArchived(input.workspaceId, input.archived);
    }),
    remove: workspace.remove.handler(({ input, context: { removals } }) =>
      removals.remove(input.workspaceId),
    ),
    undoRemove: workspace.undoRemove.handler(({ input, context: { removals }, errors }) => {
      if (!removals.undo(input.workspaceId)) throw errors['no-such-workspace']();
    }),
  };
}

/** The calls about how a chat's agent works. */
export function workspaceCalls({ workspace }: Calls) {
  return {
    setMode: workspace.setMode.handler(({ input, context: { workspaces, askTimeouts } }) => {
      workspaces.setMode(input.workspaceId, input.mode);
      if (input.mode === 'plan') askTimeouts.touchAll(input.workspaceId);
    }),
    setAgent: workspace.setAgent.handler(({ input, context: { workspaces, trust, turns } }) => {
      workspaces.setAgent(input.workspaceId, input.agent);
      turns.offerRetry(({ id }) => id === input.workspaceId);
      const { folder, agent } = trustedBy(workspaces.row(input.workspaceId));
      trust.look(folder, agent);
    }),
    setThinking: workspace.setThinking.handler(({ input, context: { workspaces } }) => {
      workspaces.setThinking(input.workspaceId, input.thinking);
    }),
    setDialect: workspace.setDialect.handler(({ input, context: { workspaces } }) => {
      workspaces.setDialect(input.workspaceId, input.dialect);
    }),
    stop: workspace.stop.handler(({ input, context: { chatCommands } }) =>
      chatCommands.stop(input.workspaceId),
    ),
    resume: workspace.resume.handler(({ input, context: { turns } }) => {
      turns.start(input.workspaceId);
    }),
    retryNow: workspace.retryNow.handler(({ input, context: { turns } }) => {
      turns.retryNow(input.workspaceId);
    }),
    compactAndResume: workspace.compactAndResume.handler(({ input, context: { turns } }) => {
      turns.compactAndResume(input.workspaceId);
    }),
  };
}

/** Returns what a chat needs its folder to be trusted for: its agent on this machine, or Parley alone. */
export function trustedBy({ folder, agent }: { folder: string; agent: string }) {
  return { folder, agent: isExternal(agent) ? agent : null };
}

/** Written down, for the inferred type is longer than the compiler writes. */
type ReadingCalls = Pick<
  Router<ParleyContract['workspace'], Context>,
  'watch' | 'readEnd' | 'readMessages' | 'countMessages' | 'findMessages'
>;

/** The calls that read what is said in a chat. */
export function readingCalls({ workspace }: Calls): ReadingCalls {
  return {
    watch: workspace.watch.handler(({ input, context: { workspaces, log, trust }, signal }) => {
      const { workspaceId, after } = input;
      workspaces.noteSeen(workspaceId);
      const { path, dataFolder } = workspaces.folder(workspaceId);
      trust.look(path, trustedBy(workspaces.row(workspaceId)).agent);
      trust.look(dataFolder.path, null);
      return log.watch(workspaceId, after, signal);
    }),
    readEnd: workspace.readEnd.handler(({ input, context: { log } }) => log.readEnd(input.workspaceId)),
    readMessages: workspace.readMessages.handler(({ input, context: { log }, errors }) => {
      const page = log.readMessages(input.workspaceId, input.at, input.count);
      if (page === undefined) throw errors['no-such-message']();
      return page;
    }),
    countMessages: workspace.countMessages.handler(({ input, context: { log } }) =>
      log.countMessages(input.workspaceId, input.before),
    ),
    findMessages: workspace.findMessages.handler(async ({ input, context: { stores }, signal }) => {
      const { findMessages } = await import('../chat/find-messages.ts');
      return findMessages(stores.search, input.workspaceId, input.text, signal);
    }),
  };
}

/** The calls about the folder of a chat. */
export function folderCalls({ workspace }: Calls) {
  return {
    readFolderImage: workspace.readFolderImage.handler(async ({ input, context: { workspaces } }) => {
      const { readFolderImage } = await import('../folder/folder-image.ts');
      return readFolderImage(workspaces.folder(input.workspaceId), input.path);
    }),
    openFolder: workspace.openFolder.handler(async ({ input, context, errors }) => {
      const { folder } = context.workspaces.row(input.workspaceId);
      try {
        await context.openFolder(usableFolder(folder));
      } catch (error) {
        const problem =
          error instanceof FolderUnusable
            ? error.problem
            : `The file manager did not open. ${messageOf(error)}`;
        throw errors['folder-unusable']({ message: problem, data: { folder, problem } });
      }
    }),
    openInEditor: workspace.openInEditor.handler(async ({ input, context, errors }) => {
      const { workspaces, stores, env } = context;
      const { workspaceId, path, line } = input;
      const command = stores.settings.read().editor ?? findEditor(env);
      const folder = workspaces.folder(workspaceId);
      const problem = await openInEditor({ command, folder, path, line, env });
      if (problem !== undefined) throw errors['editor-failed'](withProblem(problem));
    }),
    readInstructions: workspace.readInstructions.handler(async ({ input, context: { workspaces } }) => {
      const { readInstructions } = await import('../folder/agent-files/instruction-files.ts');
      const { path, dataFolder } = workspaces.folder(input.workspaceId);
      return (await readInstructions(path, dataFolder)).files;
    }),
    readCustomTools: workspace.readCustomTools.handler(({ input, context: { customTools, workspaces } }) =>
      customTools.list(workspaces.row(input.workspaceId).folder),
    ),
    readBranch: workspace.readBranch.handler(({ input, context: { readGit, workspaces } }) =>
      readGit(workspaces.row(input.workspaceId).folder),
    ),
  };
}

/** The calls about where a chat works, and what has changed there. */
export function worktreeCalls({ workspace }: Calls) {
  return {
    readWorktreeOffer: workspace.readWorktreeOffer.handler(({ input, context: { worktrees } }) =>
      worktrees.offer(input.workspaceId, input.start),
    ),
    findStartBranch: workspace.findStartBranch.handler(async ({ input, context: { worktrees } }) => ({
      ref: (await worktrees.findBranch(input.workspaceId, input.name)) ?? null,
    })),
    chooseWorktree: workspace.chooseWorktree.handler(({ input, context: { worktrees }, errors }) => {
      if (!worktrees.choose(input.workspaceId, input.choice)) throw errors['chat-begun']();
    }),
    continueInWorktree: workspace.continueInWorktree.handler(
      async ({ input, context: { worktrees }, errors }) => {
        const { workspaceId, newId } = input;
        const continued = await worktrees.continueFrom(workspaceId, newId).catch((error: unknown) => {
          if (error instanceof FolderUnusable) return { problem: error.message };
          throw error;
        });
        if ('problem' in continued) throw errors['not-continued'](withProblem(continued.problem));
        return continued;
      },
    ),
    readWorktreeLoss: workspace.readWorktreeLoss.handler(
      async ({ input, context: { worktrees } }) => (await worktrees.loss(input.workspaceId)) ?? null,
    ),
    readChatChanges: workspace.readChatChanges.handler(
      async ({ input: { workspaceId, since }, context: { worktrees } }) =>
        (await worktrees.changes(workspaceId, since)) ?? null,
    ),
    dropChatChange: workspace.dropChatChange.handler(
      async ({ input: { workspaceId, ...drop }, context: { dropChanges }, errors }) => {
        const result = await (await dropChanges()).drop(workspaceId, drop);
        if (!result.ok) throw errors['not-dropped'](withProblem(result.problem));
        return result.end;
      },
    ),
  };
}
