import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, rmdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { WorkspaceId } from '../../shared/ids.ts';
import type { Problem } from '../../shared/workspace/turn-state.ts';
import { freeWorktreeName, worktreeSlug } from '../../shared/worktrees/branch-name.ts';
import type { ChangesSince, ChatChanges } from '../../shared/contract/chat-changes.ts';
import type { SetupLine } from '../../shared/contract/settings.ts';
import type {
  KeptWorktreeInfo,
  WhyLeft,
  WorktreeLoss,
  WorktreeOffer,
} from '../../shared/worktrees/worktree-offer.ts';
import type { Environment } from '../commands/command-environment.ts';
import { endProcesses } from '../commands/processes.ts';
import { identityOf } from '../folder/folder-handle.ts';
import { createMutex } from '../mutex.ts';
import type {
  KeptWork,
  PlacedWorktree,
  RestoredWork,
  StoredWorktree,
  WorktreeStore,
} from '../storage/worktree-store.ts';
import type { Workspaces } from '../workspaces/workspaces.ts';
import { changesSince } from './changes-since.ts';
import {
  type Added,
  addWorktree,
  deleteBranch,
  gitDirOf,
  keepWork,
  keptRef,
  movedTo,
  onlyIn,
  ownGitDir,
  type Removable,
  removable,
  removeWorktree,
} from './git-worktree.ts';
import { copyIgnored, ignoredFilesToCopy } from './ignored-copies.ts';
import { commitOfFiles, putFiles } from './keep-files.ts';
import { PersonGit, type WorkTree } from './person-git.ts';
import { branchesOf, countUncommitted, findBeginning, folderIn } from './repository.ts';
import { openRepositoryPlace, repositoryPlace, worktreesFolder } from './worktree-places.ts';
import { cannotBegin, notMade, worktreeGone, worktreeUnreadable } from './worktree-problems.ts';

export type WorktreesDeps = {
  store: WorktreeStore;
  workspaces: Workspaces;
  dataDir: string;
  /** The environment of the person's login shell, without keys. */
  environment: () => Promise<Environment>;
  /** True where the hooks and filters of a folder may run. */
  isTrusted: (folder: string) => Promise<boolean>;
  /** What the branches of new worktrees begin with. */
  branchPrefix: () => string;
  /** What is to run in each new worktree, by folder. */
  setupLines: () => readonly SetupLine[];
  /** Called once a chat works in another folder. */
  onMoved: (id: WorkspaceId) => Promise<void>;
  newId: () => string;
  now: () => number;
  report: (error: unknown) => string;
};

/**
 * A worktree that is there, where it was made, and the git that works in it; `copied` are the ignored files that were
 * copied into it, by their paths from its top folder.
 */
export type OpenWorktree = {
  git: PersonGit;
  tree: WorkTree;
  place: PlacedWorktree;
  copied: readonly string[];
};

/** How long the work of a removed worktree is kept, in milliseconds. */
const keptFor = 30 * 24 * 60 * 60 * 1_000;

type Made = StoredWorktree & { state: Extract<StoredWorktree['state'], { type: 'made' }> };
type Wanted = StoredWorktree & { state: Extract<StoredWorktree['state'], { type: 'wanted' }> };
type Adding = StoredWorktree & { state: Extract<StoredWorktree['state'], { type: 'adding' }> };
type Removing = StoredWorktree & { state: Extract<StoredWorktree['state'], { type: 'removing' }> };

/** `along` counts the files that come along, `files` is the commit that has them; null for none. */
type Addition = {
  adding: Adding;
  placed: PlacedWorktree;
  along: number;
  files: string | null;
  stop: AbortSignal;
};

/**
 * Makes and removes the worktrees of chats, one after another, since git locks a repository. Each step is stored before
 * it is taken; what the end of the process cut off is taken back, or finished, before anything else is done.
 */
export class Worktrees {
  readonly #deps: WorktreesDeps;
  readonly #mutex = createMutex();
  readonly #closing = new AbortController();
  #git: Promise<PersonGit> | undefined;

  constructor(deps: WorktreesDeps) {
    this.#deps = deps;
  }

  /** Returns what a worktree of a folder would begin with, or why there can be none. */
  async offer(folder: string): Promise<WorktreeOffer> {
    const git = await this.#openGit();
    const found = await findBeginning(git, folder);
    if (!found.ok) return { offered: false, why: found.why };
    const { branch } = found.at;
    const uncommitted = await countUncommitted(git, found.at);
    return { offered: true, branch, uncommitted, copies: await ignoredFilesToCopy(git, found.at) };
  }

  /**
   * Makes the worktree of a chat that wants one, and sees to it that one which was made is still there. Returns what is in
   * the way; the chat's folder then is as it was, as it is where `stop` aborts.
   */
  prepare(id: WorkspaceId, stop?: AbortSignal): Promise<Problem | undefined> {
    const { signal } = this.#closing;
    return this.#mutex(() =>
      this.#prepared(id, stop === undefined ? signal : AbortSignal.any([stop, signal])),
    );
  }

  async #prepared(id: WorkspaceId, stop: AbortSignal): Promise<Problem | undefined> {
    if (stop.aborted) return undefined;
    const worktree = await this.#settled(id);
    switch (worktree?.state.type) {
      case undefined:
      case 'adding':
      case 'removing':
      case 'kept':
        return undefined;
      case 'wanted':
        return this.#add({ ...worktree, state: worktree.state }, stop);
      case 'made':
        return this.#find({ ...worktree, state: worktree.state });
    }
  }

  /** Returns what becomes of a chat's worktree if it is deleted; undefined for a chat without one. */
  loss(id: WorkspaceId): Promise<WorktreeLoss | undefined> {
    return this.#mutex(async () => {
      const worktree = await this.#settled(id);
      if (worktree?.state.type !== 'made') return undefined;
      const git = await this.#openGit();
      const found = await this.#removable(git, worktree.id, worktree.state);
      if (found.type === 'left') return found;
      const tree = found.type === 'tree' ? found.tree : undefined;
      return { type: 'removed', ...(await onlyIn(git, worktree.state, tree)) };
    });
  }

  /**
   * Removes the worktree of a chat that stays, and its branch, and keeps what only they have, as for a deleted chat. The
   * chat is then on the folder that it was begun on, and its next message makes a worktree with what this one had. Returns
   * why the worktree stays on the disk, where it does.
   */
  removeOf(id: WorkspaceId): Promise<WhyLeft | undefined> {
    return this.#mutex(async () => {
      const { store, workspaces, now } = this.#deps;
      const worktree = await this.#settled(id);
      if (worktree?.state.type !== 'made') return undefined;
      const git = await this.#openGit();
      const found = await this.#removable(git, worktree.id, worktree.state);
      if (found.type === 'left') return found.why;
      const { along, hookSaid, copied, type: _, ...placed } = worktree.state;
      const tip = found.type === 'tree' ? await git.commitAt(found.tree, 'HEAD') : undefined;
      const stays = { along, hookSaid, ...(copied && { copied }), tip: tip ?? null };
      const state = { ...placed, type: 'removing' as const, name: workspaces.row(id).name, stays };
      store.save({ ...worktree, state, changedAt: now() });
      await this.#settle({ ...worktree, state, changedAt: now() });
      return undefined;
    });
  }

  /** Returns what a chat has changed in its worktree; undefined where there is none, or it can't be read. */
  async changes(id: WorkspaceId, since: ChangesSince): Promise<ChatChanges | undefined> {
    const worktree = await this.open(id);
    if (worktree === undefined) return undefined;
    const { git, tree, place } = worktree;
    const last = async () => (await git.quietly(tree, ['rev-parse', '--verify', 'HEAD'])).trim();
    const base = since === 'beginning' ? place.base : await last();
    return { ...(await changesSince(git, tree, base)), below: place.below };
  }

  /** Returns the worktree of a chat, to look at and to act in; undefined where there is none, or it can't be read. */
  async open(id: WorkspaceId): Promise<OpenWorktree | undefined> {
    const state = this.#deps.store.of(id)?.state;
    if (state?.type !== 'made') return undefined;
    const gitDir = await ownGitDir(state);
    if (gitDir === undefined) return undefined;
    const { copied = [] } = state;
    return { git: await this.#openGit(), tree: { root: state.root, gitDir }, place: state, copied };
  }

  /** Returns what is kept of the worktrees of deleted chats, the last one first. */
  kept(): KeptWorktreeInfo[] {
    return this.#deps.store.kept().map(({ id, changedAt, state: { name, origin, branch, kept } }) => {
      const { files, commits } = kept;
      return { id, name, folder: origin, branch, files, commits, removedAt: changedAt };
    });
  }

  /**
   * Begins a chat with what was kept of a deleted one's worktree, in a new worktree. Undefined where it is no longer kept;
   * throws FolderUnusable where the folder of the deleted one is gone.
   */
  async restore(id: string): Promise<{ chat: WorkspaceId; problem: Problem | undefined } | undefined> {
    const { store, workspaces, now } = this.#deps;
    const kept = store.kept().find((one) => one.id === id);
    if (kept === undefined) return undefined;
    const { origin, name, base } = kept.state;
    const { id: workspaceId } = workspaces.create(origin);
    workspaces.rename(workspaceId, name);
    const restores = { ...kept.state.kept, base };
    const state = { type: 'wanted' as const, changes: true, copies: null, restores };
    const worktree = store.of(workspaceId)?.id ?? this.#deps.newId();
    store.save({ id: worktree, workspaceId, state, changedAt: now() });
    return { chat: workspaceId, problem: await this.prepare(workspaceId) };
  }

  /** Stops what is being made, and resolves once nothing is under way. */
  close(): Promise<void> {
    this.#closing.abort();
    return this.#mutex(async () => undefined);
  }

  /** Finishes or takes back what is under way, and deletes what was kept for long enough. Failures are reported. */
  settleAll(): Promise<void> {
    return this.#mutex(async () => {
      for (const worktree of this.#deps.store.list()) {
        try {
          await this.#settle(worktree);
        } catch (error) {
          this.#deps.report(error);
        }
      }
    });
  }

  async #settled(id: WorkspaceId): Promise<StoredWorktree | undefined> {
    const worktree = this.#deps.store.of(id);
    if (worktree !== undefined) await this.#settle(worktree);
    return this.#deps.store.of(id);
  }

  async #settle(worktree: StoredWorktree): Promise<void> {
    const { store, now } = this.#deps;
    const { id, state, changedAt } = worktree;
    switch (state.type) {
      case 'wanted':
      case 'made':
        return;
      case 'adding':
        return this.#takeBack({ ...worktree, state });
      case 'removing':
        return this.#remove({ ...worktree, state });
      case 'kept': {
        if (now() - changedAt < keptFor || this.#isAwaited(state.kept)) return;
        const git = await this.#openGit();
        await git.quietly({ gitDir: state.commonDir }, ['update-ref', '-d', keptRef(id)]).catch(() => '');
        store.remove(id);
      }
    }
  }

  /** True while a chat is still to begin with what is kept. */
  #isAwaited({ commit }: KeptWork): boolean {
    return this.#deps.store
      .list()
      .some(
        ({ state }) =>
          (state.type === 'wanted' || state.type === 'adding') && state.restores?.commit === commit,
      );
  }

  #openGit(): Promise<PersonGit> {
    return (this.#git ??= this.#makeGit());
  }

  /** The git of a run that was killed may still be at work. */
  async #makeGit(): Promise<PersonGit> {
    const { dataDir, environment } = this.#deps;
    const marker = `worktrees-${createHash('sha256').update(dataDir).digest('hex')}`;
    await endProcesses({ group: null, marker });
    return new PersonGit(await environment(), marker);
  }

  async #add(worktree: Wanted, stop: AbortSignal): Promise<Problem | undefined> {
    const { store, workspaces, dataDir, now } = this.#deps;
    const { workspaceId, state: wanted } = worktree;
    const { folder, name } = workspaces.row(workspaceId);
    const git = await this.#openGit();
    const found = await findBeginning(git, folder);
    if (!found.ok) return cannotBegin(folder, found.why);
    const { at } = found;
    const place = repositoryPlace(dataDir, at.commonDir);
    const inUse = {
      prefix: this.#deps.branchPrefix(),
      branches: await branchesOf(git, at.commonDir),
      folders: await openRepositoryPlace(place),
    };
    const { slug, branch } = freeWorktreeName(worktreeSlug(name), inUse);
    const { restores } = wanted;
    const along = restores?.files ?? (wanted.changes ? await countUncommitted(git, at) : 0);
    const message = `Uncommitted files for ${branch}`;
    const filters = await this.#runsPrograms({ origin: folder, restores });
    const files =
      along === 0 ? null : (restores?.commit ?? (await commitOfFiles(git, at, { message, filters })));
    const placed: PlacedWorktree = {
      origin: folder,
      originRoot: at.root,
      originGit: at.gitDir,
      commonDir: at.commonDir,
      root: join(place, slug),
      below: at.below,
      branch,
      from: at.branch,
      base: restores?.base ?? at.commit,
    };
    const chosen = store.of(workspaceId)?.state;
    // Chosen anew while git looked.
    if (!isDeepStrictEqual(chosen, wanted)) return this.#prepared(workspaceId, stop);
    const adding: Adding = { ...worktree, state: { ...wanted, ...placed, type: 'adding' } };
    store.save({ ...adding, changedAt: now() });
    return this.#added(git, { adding, placed, along, files, stop });
  }

  /** Makes a worktree that is stored as being added; nothing of it is left where that fails. */
  async #added(git: PersonGit, addition: Addition): Promise<Problem | undefined> {
    const { workspaces, setupLines } = this.#deps;
    const { adding, placed, along, files, stop } = addition;
    const added = await this.#make(git, adding, { files, stop }).catch(async (error: unknown) => {
      await this.#takeBack(adding);
      throw error;
    });
    if (!added.ok) {
      await this.#takeBack(adding);
      return notMade(added.said);
    }
    if (!workspaces.has(adding.workspaceId)) {
      // Deleted meanwhile: nobody has worked in it.
      await this.#takeBack(adding);
      return undefined;
    }
    const { hookSaid, copied } = added;
    // What it runs in a restored one, an agent may have written.
    const lines = adding.state.restores ? [] : setupLines();
    const due = lines.find(({ folder }) => folder === placed.origin);
    const setup = due && { setup: { line: due.line, run: 1 } };
    await this.#move({ ...adding, state: { type: 'made', ...placed, along, hookSaid, copied, ...setup } });
    return undefined;
  }

  async #make(
    git: PersonGit,
    { id, state }: Adding,
    { files, stop }: { files: string | null; stop: AbortSignal },
  ): Promise<(Extract<Added, { ok: true }> & { copied: string[] }) | Extract<Added, { ok: false }>> {
    const trusted = await this.#runsPrograms(state);
    const start = state.restores?.head ?? state.base;
    const added = await addWorktree(git, state, { id, start, trusted, stop });
    if (!added.ok) return added;
    if (files !== null) await putFiles(git, added.tree, { commit: files, filters: trusted });
    const from = { root: state.originRoot, gitDir: state.originGit };
    const { copies: chosen } = state;
    const copied = chosen === null ? [] : await copyIgnored(git, { from, to: added.tree, chosen });
    return { ...added, copied };
  }

  /** True where hooks and filters run. What is restored may have been written by an agent, and a hook would run it. */
  async #runsPrograms({ origin, restores }: Pick<Adding['state'], 'origin' | 'restores'>): Promise<boolean> {
    return restores === undefined && this.#deps.isTrusted(origin);
  }

  /** Stores where a chat works from now on. */
  async #move({ state, ...worktree }: Made): Promise<void> {
    const { store, workspaces, now, onMoved } = this.#deps;
    const path = folderIn(state.root, state);
    // Git makes no folder without files that are committed.
    await mkdir(path, { recursive: true });
    const identity = identityOf(path) ?? null;
    store.saveMoved(worktree.workspaceId, { path, identity }, [{ ...worktree, state, changedAt: now() }]);
    workspaces.changed(worktree.workspaceId);
    await onMoved(worktree.workspaceId);
  }

  async #takeBack(adding: Adding): Promise<void> {
    const { store, workspaces, now } = this.#deps;
    const { id, workspaceId, state } = adding;
    const git = await this.#openGit();
    await removeWorktree(git, state);
    await deleteBranch(git, state, state.restores === undefined ? [] : [state.restores.commit]);
    if (!workspaces.has(workspaceId)) return store.remove(id);
    const { changes, copies, restores, removed } = state;
    const more = { ...(restores && { restores }), ...(removed && { removed }) };
    const wanted = { type: 'wanted' as const, changes, copies, ...more };
    store.save({ ...adding, state: wanted, changedAt: now() });
  }

  /** Follows a worktree that git has moved. One that is nowhere, or can't be read, is a problem. */
  async #find(worktree: Made): Promise<Problem | undefined> {
    const { state } = worktree;
    if ((await gitDirOf(state.root)) !== undefined) {
      const { path, identity } = this.#deps.workspaces.folder(worktree.workspaceId);
      // Another folder at the same path, as after the person made the worktree again.
      if (identity !== null && identityOf(path) !== identity) await this.#move(worktree);
      return undefined;
    }
    if (existsSync(state.root)) return worktreeUnreadable(state);
    const root = await movedTo(state, worktree.id);
    if (root === undefined) return worktreeGone(state);
    await this.#move({ ...worktree, state: { ...state, root } });
    return undefined;
  }

  /** Removes a worktree. What only it has is kept first; one of which that can't be done stays on the disk. */
  async #remove(worktree: Removing): Promise<void> {
    const { store, workspaces, now } = this.#deps;
    const { id, workspaceId, state } = worktree;
    const git = await this.#openGit();
    const { name, kept: known, stays, type: _, ...placed } = state;
    const isLeft = stays !== undefined && workspaces.has(workspaceId);
    const kept = known === undefined ? await this.#keep(git, id, placed) : known;
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
      kept === null
        ? null
        : { ...worktree, state: { type: 'kept', ...placed, name, kept }, changedAt: now() };
    if (isLeft)
      return this.#leave(
        { id, workspaceId, kept: row, placed },
        await this.#next(git, placed, kept, stays.tip),
      );
    if (row === null) store.remove(id);
    else store.save(row);
  }

  /** Returns what the next worktree of a chat begins with: what is kept of this one, or its commit where the folder has it not. */
  async #next(
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
  async #leave(
    left: { id: string; workspaceId: WorkspaceId; kept: StoredWorktree | null; placed: PlacedWorktree },
    restores: RestoredWork | undefined,
  ): Promise<void> {
    const { store, workspaces, newId, now, onMoved } = this.#deps;
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

  #removable(git: PersonGit, id: string, placed: PlacedWorktree): Promise<Removable> {
    return removable(git, placed, { id, folder: worktreesFolder(this.#deps.dataDir) });
  }

  async #keep(git: PersonGit, id: string, placed: PlacedWorktree): Promise<KeptWork | 'left' | null> {
    const found = await this.#removable(git, id, placed);
    switch (found.type) {
      case 'left':
        return 'left';
      case 'gone':
        return (await keepWork(git, placed, { id, tree: undefined })) ?? null;
      case 'tree':
        return (await keepWork(git, placed, { id, tree: found.tree })) ?? null;
    }
  }
}
