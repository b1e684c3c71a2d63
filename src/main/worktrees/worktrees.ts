import { createHash } from 'node:crypto';
import type { ChangesSince, ChatChanges } from '../../shared/contract/chat-changes.ts';
import type { WorkspaceId } from '../../shared/ids.ts';
import type { Problem } from '../../shared/workspace/turn-state.ts';
import type { WorktreeStart } from '../../shared/worktrees/chat-worktree.ts';
import type {
  KeptWorktreeInfo,
  WhyLeft,
  WorktreeLoss,
  WorktreeOffer,
} from '../../shared/worktrees/worktree-offer.ts';
import { endProcesses } from '../commands/processes.ts';
import { createKeyedMutex } from './keyed-mutex.ts';
import type { KeptWork, PlacedWorktree, StoredWorktree, WorktreeIn } from '../storage/worktree-store.ts';
import { changesSince } from './changes-since.ts';
import { keptRef, onlyIn, ownGitDir } from './git-worktree.ts';
import { ignoredFilesToCopy } from './ignored-copies.ts';
import { makeWorktree, takeBack } from './make-worktree.ts';
import { PersonGit, type WorkTree } from './person-git.ts';
import { removableOf, removeStored } from './remove-worktree.ts';
import { branchNamed, countUncommitted, findBeginning, startBranches } from './repository.ts';
import { findStart, type Others } from './start.ts';
import { followWorktree } from './working-place.ts';
import { cannotBegin } from './worktree-problems.ts';
import type { WorktreesDeps } from './worktrees-deps.ts';

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

/** The most branches that are listed to begin at; others are found by their names. */
const mostBranches = 300;

/** How long the work of a removed worktree is kept, in milliseconds. */
const keptFor = 30 * 24 * 60 * 60 * 1_000;

/**
 * Makes and removes the worktrees of chats: those of one repository one after another, since git locks it. Each step is
 * stored before it is taken; what the end of the process cut off is taken back, or finished, before anything else is done
 * for the chat.
 */
export class Worktrees {
  readonly #deps: WorktreesDeps;
  /** By chat, and within that by the git folder that the worktrees of a repository share. */
  readonly #chats = createKeyedMutex();
  readonly #repositories = createKeyedMutex();
  readonly #closing = new AbortController();
  #git: Promise<PersonGit> | undefined;

  constructor(deps: WorktreesDeps) {
    this.#deps = deps;
  }

  /** Returns what a worktree of a chat's folder would begin with at `start`, or why there can be none. */
  async offer(id: WorkspaceId, start?: WorktreeStart): Promise<WorktreeOffer> {
    const git = await this.git();
    const { folder } = this.#deps.workspaces.row(id);
    const found = await findBeginning(git, folder);
    if (!found.ok) return { offered: false, why: found.why };
    const { at } = found;
    const begun = await findStart(git, folder, { start }, this.#others());
    const from = begun.ok ? begun.start.along : null;
    const branches = await startBranches(git, at);
    return {
      offered: true,
      branch: at.branch,
      uncommitted: from === null ? 0 : await countUncommitted(git, from),
      copies: from === null ? [] : await ignoredFilesToCopy(git, from),
      branches: branches.slice(0, mostBranches),
      hasMoreBranches: branches.length > mostBranches,
      isStartGone: !begun.ok,
      runsSetup: begun.ok && begun.start.content !== 'agent',
    };
  }

  /** Returns the ref of a branch by its name, at which a worktree of a chat's folder can begin; undefined where there is none. */
  async findBranch(id: WorkspaceId, name: string): Promise<string | undefined> {
    const git = await this.git();
    const found = await findBeginning(git, this.#deps.workspaces.row(id).folder);
    return found.ok ? branchNamed(name, await startBranches(git, found.at)) : undefined;
  }

  /**
   * Makes the worktree of a chat that wants one, and sees to it that one which was made is still there. Returns what is in
   * the way; the chat's folder then is as it was, as it is where `stop` aborts.
   */
  prepare(id: WorkspaceId, stop?: AbortSignal): Promise<Problem | undefined> {
    const { signal } = this.#closing;
    const either = stop === undefined ? signal : AbortSignal.any([stop, signal]);
    return this.#chats.run(id, () => this.#prepared(id, either));
  }

  async #prepared(id: WorkspaceId, stop: AbortSignal): Promise<Problem | undefined> {
    for (;;) {
      if (stop.aborted) return undefined;
      const worktree = await this.#settled(id);
      switch (worktree?.state.type) {
        case undefined:
        case 'adding':
        case 'removing':
        case 'kept':
          return undefined;
        case 'unwanted':
          this.#deps.store.remove(worktree.id);
          this.#deps.workspaces.changed(id);
          return undefined;
        case 'made':
          return followWorktree(this.#deps, { ...worktree, state: worktree.state });
        case 'wanted': {
          const end = await this.#make({ ...worktree, state: worktree.state }, stop);
          if (end !== 'chosen-anew') return end;
        }
      }
    }
  }

  async #make(
    worktree: WorktreeIn<'wanted'>,
    stop: AbortSignal,
  ): Promise<Problem | 'chosen-anew' | undefined> {
    const git = await this.git();
    const { folder } = this.#deps.workspaces.row(worktree.workspaceId);
    const found = await findBeginning(git, folder);
    if (!found.ok) return cannotBegin(folder, found.why);
    return this.#repositories.run(found.at.commonDir, async () => {
      if (stop.aborted) return undefined;
      const start = await findStart(git, folder, worktree.state, this.#others());
      if (!start.ok) return cannotBegin(folder, start.why, worktree.state.start);
      // Moved to another repository while this one was waited for.
      if (start.start.at.commonDir !== found.at.commonDir) return 'chosen-anew';
      return makeWorktree(this.#deps, git, { worktree, start: start.start, stop });
    });
  }

  #others(): Others {
    const { store } = this.#deps;
    return {
      ofChat(chat) {
        const state = store.of(chat)?.state;
        return state?.type === 'made' ? state : undefined;
      },
      onBranch: (commonDir, branch) =>
        store
          .list()
          .flatMap(({ state }) => (state.type === 'made' ? [state] : []))
          .find((place) => place.commonDir === commonDir && place.branch === branch),
    };
  }

  /** Returns what becomes of a chat's worktree if it is deleted; undefined for a chat without one. */
  loss(id: WorkspaceId): Promise<WorktreeLoss | undefined> {
    return this.#chats.run(id, async () => {
      const worktree = await this.#settled(id);
      if (worktree?.state.type !== 'made') return undefined;
      const git = await this.git();
      const found = await removableOf(this.#deps, git, { id: worktree.id, placed: worktree.state });
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
    return this.#chats.run(id, async () => {
      const { store, workspaces, now } = this.#deps;
      const worktree = await this.#settled(id);
      if (worktree?.state.type !== 'made') return undefined;
      const git = await this.git();
      const found = await removableOf(this.#deps, git, { id: worktree.id, placed: worktree.state });
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
    return { git: await this.git(), tree: { root: state.root, gitDir }, place: state, copied };
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
    return this.#chats.idle();
  }

  /** Finishes or takes back what is under way, and deletes what was kept for long enough. Failures are reported. */
  async settleAll(): Promise<void> {
    const { store, report } = this.#deps;
    const settling = store.list().map(({ id, workspaceId }) =>
      this.#chats
        .run(workspaceId, async () => {
          const worktree = store.find(id);
          if (worktree !== undefined) await this.#settle(worktree);
        })
        .catch(report),
    );
    await Promise.all(settling);
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
      case 'unwanted':
      case 'made':
        return;
      case 'adding':
        return this.#inRepository(state, (git) => takeBack(this.#deps, git, { ...worktree, state }));
      case 'removing':
        return this.#inRepository(state, (git) => removeStored(this.#deps, git, { ...worktree, state }));
      case 'kept':
        if (now() - changedAt < keptFor) return;
        return this.#inRepository(state, async (git) => {
          if (this.#isAwaited(state.kept)) return;
          await git.quietly({ gitDir: state.commonDir }, ['update-ref', '-d', keptRef(id)]).catch(() => '');
          store.remove(id);
        });
    }
  }

  #inRepository({ commonDir }: PlacedWorktree, work: (git: PersonGit) => Promise<void>): Promise<void> {
    return this.#repositories.run(commonDir, async () => work(await this.git()));
  }

  /** True while a chat is still to begin with what is kept, or can choose to. */
  #isAwaited({ commit }: KeptWork): boolean {
    return this.#deps.store
      .list()
      .some(
        ({ state }) =>
          (state.type === 'wanted' || state.type === 'unwanted' || state.type === 'adding') &&
          state.restores?.commit === commit,
      );
  }

  /** Returns the git that works in worktrees; that of a run which was killed has ended by then. */
  git(): Promise<PersonGit> {
    return (this.#git ??= this.#makeGit());
  }

  async #makeGit(): Promise<PersonGit> {
    const { dataDir, environment } = this.#deps;
    const marker = `worktrees-${createHash('sha256').update(dataDir).digest('hex')}`;
    await endProcesses({ group: null, marker });
    return new PersonGit(await environment(), marker);
  }
}
