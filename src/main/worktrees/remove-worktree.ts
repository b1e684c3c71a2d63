import { rmdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { WorkspaceId } from '../../shared/ids.ts';
import { identityOf } from '../folder/folder-handle.ts';
import type {
  KeptWork,
  PlacedWorktree,
  RestoredWork,
  StoredWorktree,
  WorktreeIn,
} from '../storage/worktree-store.ts';
import { deleteBranch, keepWork, type Removable, removable, removeWorktree } from './git-worktree.ts';
import type { PersonGit } from './person-git.ts';
import { worktreesFolder } from './worktree-places.ts';
import type { WorktreesDeps } from './worktrees-deps.ts';

/** Removes a worktree. What only it has is kept first; one of which that can't be done stays on the disk. */
export async function removeStored(
  deps: WorktreesDeps,
  git: PersonGit,
  worktree: WorktreeIn<'removing'>,
): Promise<void> {
  const { store, workspaces, now } = deps;
  const { id, workspaceId, state } = worktree;
  const { name, kept: known, stays, type: _, ...placed } = state;
  const isLeft = stays !== undefined && workspaces.has(workspaceId);
  const kept = known === undefined ? await keepOf(deps, git, { id, placed }) : known;
  if (kept === 'left') {
    if (!isLeft) return store.remove(id);
    const { tip: __, ...made } = stays;
    return store.save({ ...worktree, state: { type: 'made', ...placed, ...made }, changedAt: now() });
  }
  if (known === undefined) store.save({ ...worktree, state: { ...state, kept }, changedAt: now() });
  await removeWorktree(git, placed);
  await deleteBranch(git, placed, kept === null ? [] : [kept.commit]);
  await rmdir(dirname(placed.root)).catch(() => undefined);
  const row: StoredWorktree | null =
    kept === null ? null : { ...worktree, state: { type: 'kept', ...placed, name, kept }, changedAt: now() };
  if (isLeft) {
    const restores = await nextStart(git, placed, kept, stays.tip);
    return leave(deps, { id, workspaceId, kept: row, placed }, restores);
  }
  if (row === null) store.remove(id);
  else store.save(row);
}

/** Finds out what may be removed of a worktree. */
export function removableOf(
  { dataDir }: WorktreesDeps,
  git: PersonGit,
  { id, placed }: { id: string; placed: PlacedWorktree },
): Promise<Removable> {
  return removable(git, placed, { id, folder: worktreesFolder(dataDir) });
}

async function keepOf(
  deps: WorktreesDeps,
  git: PersonGit,
  { id, placed }: { id: string; placed: PlacedWorktree },
): Promise<KeptWork | 'left' | null> {
  const found = await removableOf(deps, git, { id, placed });
  switch (found.type) {
    case 'left':
      return 'left';
    case 'gone':
      return (await keepWork(git, placed, { id, tree: undefined })) ?? null;
    case 'tree':
      return (await keepWork(git, placed, { id, tree: found.tree })) ?? null;
  }
}

/** Returns what the next worktree of a chat begins with: what is kept of this one, or its commit where the folder has it not. */
async function nextStart(
  git: PersonGit,
  { base, originRoot, originGit }: PlacedWorktree,
  kept: KeptWork | null,
  tip: string | null,
): Promise<RestoredWork | undefined> {
  if (kept !== null) return { ...kept, base };
  if (tip === null || (await git.hasCommit({ root: originRoot, gitDir: originGit }, tip))) return undefined;
  return { head: tip, commit: tip, files: 0, commits: 0, base };
}

/** Stores that a chat is on the folder again that it was begun on. */
async function leave(
  { store, workspaces, newId, now, onMoved }: WorktreesDeps,
  left: { id: string; workspaceId: WorkspaceId; kept: StoredWorktree | null; placed: PlacedWorktree },
  restores: RestoredWork | undefined,
): Promise<void> {
  const { id, workspaceId, kept, placed } = left;
  const wanted = { type: 'wanted' as const, changes: true, copies: null, removed: true as const };
  const state = { ...wanted, ...(restores && { restores }) };
  const next = { id: kept === null ? id : newId(), workspaceId, state, changedAt: now() };
  const path = placed.origin;
  const identity = identityOf(path) ?? null;
  store.saveMoved(workspaceId, { path, identity }, kept === null ? [next] : [kept, next]);
  workspaces.changed(workspaceId);
  await onMoved(workspaceId);
}
