import type { WorkspaceId } from '../../shared/ids.ts';
import type { Problem } from '../../shared/workspace/turn-state.ts';
import type { ChatServices } from './create-chat-services.ts';
import type { ToolServices } from './create-tools.ts';
import type { WaitingServices } from './create-waiting.ts';
import type { Platform } from './platform.ts';

type FolderPreparationWiring = {
  platform: Platform;
  chat: ChatServices;
  waiting: WaitingServices;
  tools: ToolServices;
};

/** Returns what readies a chat's folder for its agent: makes its worktree, then runs what is to run in a new one. */
export function createFolderPreparation({ platform, chat, waiting, tools }: FolderPreparationWiring) {
  const { worktrees: store } = platform.stores;
  const { worktrees, workspaces, log, messages } = chat;
  const { commands, runCommand } = tools;
  const { permissions } = waiting;
  const { now } = platform.clock;
  return async (id: WorkspaceId, stop: AbortSignal): Promise<Problem | undefined> => {
    const problem = await worktrees.prepare(id, stop);
    const state = store.of(id)?.state;
    if (problem !== undefined || state?.type !== 'made' || state.setup === undefined) return problem;
    const { setUpWorktree } = await import('../agents/setup/worktree-setup.ts');
    const deps = { store, workspaces, log, messages, commands, permissions, runCommand, now };
    return setUpWorktree(deps, id, stop);
  };
}
