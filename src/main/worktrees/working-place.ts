import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import type { Problem } from '../../shared/workspace/turn-state.ts';
import { identityOf } from '../folder/folder-handle.ts';
import type { WorktreeIn } from '../storage/worktree-store.ts';
import { gitDirOf, movedTo } from './git-worktree.ts';
import { folderIn } from './repository.ts';
import { worktreeGone, worktreeUnreadable } from './worktree-problems.ts';
import type { WorktreesDeps } from './worktrees-deps.ts';

/** Stores that a chat works in its worktree from now on. */
export async function workInWorktree(deps: WorktreesDeps, worktree: WorktreeIn<'made'>): Promise<void> {
  const { store, workspaces, now, onMoved } = deps;
  const { workspaceId, state } = worktree;
  const path = folderIn(state.root, state);
  // Git makes no folder without files that are committed.
  await mkdir(path, { recursive: true });
  const identity = identityOf(path) ?? null;
  store.saveMoved(workspaceId, { path, identity }, [{ ...worktree, changedAt: now() }]);
  workspaces.changed(workspaceId);
  await onMoved(workspaceId);
}

/** Follows a worktree that git has moved. One that is nowhere, or can't be read, is a problem. */
export async function followWorktree(
  deps: WorktreesDeps,
  worktree: WorktreeIn<'made'>,
): Promise<Problem | undefined> {
  const { state } = worktree;
  if ((await gitDirOf(state.root)) !== undefined) {
    const { path, identity } = deps.workspaces.folder(worktree.workspaceId);
    // Another folder at the same path, as after the person made the worktree again.
    if (identity !== null && identityOf(path) !== identity) await workInWorktree(deps, worktree);
    return undefined;
  }
  if (existsSync(state.root)) return worktreeUnreadable(state);
  const root = await movedTo(state, worktree.id);
  if (root === undefined) return worktreeGone(state);
  await workInWorktree(deps, { ...worktree, state: { ...state, root } });
  return undefined;
}
