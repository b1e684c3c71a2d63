import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { Problem } from '../../shared/workspace/turn-state.ts';
import { freeWorktreeName, worktreeSlug } from '../../shared/worktrees/branch-name.ts';
import type { PlacedWorktree, WorktreeIn } from '../storage/worktree-store.ts';
import { type Added, addWorktree, deleteBranch, removeWorktree } from './git-worktree.ts';
import { copyIgnored } from './ignored-copies.ts';
import { commitOfFiles, putFiles } from './keep-files.ts';
import type { PersonGit } from './person-git.ts';
import { branchesOf, countUncommitted } from './repository.ts';
import type { Start } from './start.ts';
import { openRepositoryPlace, repositoryPlace } from './worktree-places.ts';
import { notMade } from './worktree-problems.ts';
import { workInWorktree } from './working-place.ts';
import type { WorktreesDeps } from './worktrees-deps.ts';

/** `along` counts the files that come along, `files` is the commit that has them; null for none. */
type Addition = {
  adding: WorktreeIn<'adding'>;
  placed: PlacedWorktree;
  start: Start;
  trusted: boolean;
  along: number;
  files: string | null;
  stop: AbortSignal;
};

/**
 * Makes the worktree that a chat wants; nothing of it is left where that fails. Returns what is in the way, or
 * `chosen-anew` where the person has chosen something else meanwhile.
 */
export async function makeWorktree(
  deps: WorktreesDeps,
  git: PersonGit,
  { worktree, start, stop }: { worktree: WorktreeIn<'wanted'>; start: Start; stop: AbortSignal },
): Promise<Problem | 'chosen-anew' | undefined> {
  const { store, workspaces, isTrusted, now } = deps;
  const { workspaceId, state: wanted } = worktree;
  const { folder, name } = workspaces.row(workspaceId);
  const placed = await placeOf(deps, git, { folder, name, start });
  // What else is checked out may have been written by others: a hook or a filter would run it.
  const trusted = start.content === 'folder' && (await isTrusted(folder));
  const brought = await broughtAlong(git, { wanted, start, branch: placed.branch, filters: trusted });
  if (!isDeepStrictEqual(store.of(workspaceId)?.state, wanted)) return 'chosen-anew';
  const adding = { ...worktree, state: { ...wanted, ...placed, type: 'adding' as const } };
  store.save({ ...adding, changedAt: now() });
  return added(deps, git, { adding, placed, start, trusted, ...brought, stop });
}

async function placeOf(
  { dataDir, branchPrefix }: WorktreesDeps,
  git: PersonGit,
  { folder, name, start }: { folder: string; name: string; start: Start },
): Promise<PlacedWorktree> {
  const { at, from, base } = start;
  const place = repositoryPlace(dataDir, at.commonDir);
  const inUse = {
    prefix: branchPrefix(),
    branches: await branchesOf(git, at.commonDir),
    folders: await openRepositoryPlace(place),
  };
  const { slug, branch } = freeWorktreeName(worktreeSlug(name), inUse);
  return {
    origin: folder,
    originRoot: at.root,
    originGit: at.gitDir,
    commonDir: at.commonDir,
    root: join(place, slug),
    below: at.below,
    branch,
    from,
    base,
  };
}

type Bringing = { wanted: WorktreeIn<'wanted'>['state']; start: Start; branch: string; filters: boolean };

async function broughtAlong(
  git: PersonGit,
  { wanted: { restores, changes }, start, branch, filters }: Bringing,
): Promise<Pick<Addition, 'along' | 'files'>> {
  if (restores !== undefined)
    return { along: restores.files, files: restores.files === 0 ? null : restores.commit };
  const along = changes && start.along !== null ? await countUncommitted(git, start.along) : 0;
  if (along === 0 || start.along === null) return { along: 0, files: null };
  const message = `Uncommitted files for ${branch}`;
  return { along, files: await commitOfFiles(git, start.along, { message, filters }) };
}

async function added(deps: WorktreesDeps, git: PersonGit, addition: Addition): Promise<Problem | undefined> {
  const { adding, placed, start, along } = addition;
  const made = await checkedOut(git, addition).catch(async (error: unknown) => {
    await takeBack(deps, git, adding);
    throw error;
  });
  if (!made.ok) {
    await takeBack(deps, git, adding);
    return notMade(made.said);
  }
  if (!deps.workspaces.has(adding.workspaceId)) {
    // Deleted meanwhile: nobody has worked in it.
    await takeBack(deps, git, adding);
    return undefined;
  }
  const { hookSaid, copied } = made;
  const lines = start.content === 'agent' ? [] : deps.setupLines();
  const due = lines.find(({ folder }) => folder === placed.origin);
  const elsewhere = start.content === 'folder' ? {} : { elsewhere: true as const };
  const setup = due && { setup: { line: due.line, run: 1, ...elsewhere } };
  const state = { type: 'made' as const, ...placed, along, hookSaid, copied, ...setup };
  await workInWorktree(deps, { ...adding, state });
  return undefined;
}

type CheckedOut = (Extract<Added, { ok: true }> & { copied: string[] }) | Extract<Added, { ok: false }>;

async function checkedOut(
  git: PersonGit,
  { adding: { id, state }, placed, start, trusted, files, stop }: Addition,
): Promise<CheckedOut> {
  const added = await addWorktree(git, placed, { id, start: start.head, trusted, stop });
  if (!added.ok) return added;
  if (files !== null) await putFiles(git, added.tree, { commit: files, filters: trusted });
  const { copies: chosen } = state;
  const { along: from } = start;
  const copied =
    chosen === null || from === null ? [] : await copyIgnored(git, { from, to: added.tree, chosen });
  return { ...added, copied };
}

/** Takes back what was made of a worktree; a chat that is still there wants it as before. */
export async function takeBack(
  { store, workspaces, now }: WorktreesDeps,
  git: PersonGit,
  adding: WorktreeIn<'adding'>,
): Promise<void> {
  const { id, workspaceId, state } = adding;
  await removeWorktree(git, state);
  await deleteBranch(git, state, state.restores === undefined ? [] : [state.restores.commit]);
  if (!workspaces.has(workspaceId)) return store.remove(id);
  const { changes, copies, start, restores, removed } = state;
  const more = { ...(start && { start }), ...(restores && { restores }), ...(removed && { removed }) };
  store.save({ ...adding, state: { type: 'wanted', changes, copies, ...more }, changedAt: now() });
}
