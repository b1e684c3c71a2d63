import { randomUUID } from 'node:crypto';
import type { WorkspaceId } from '../../shared/ids.ts';
import type { Problem } from '../../shared/workspace/turn-state.ts';
import type { WorktreeChoice } from '../../shared/worktrees/worktree-offer.ts';
import type { ChatWorktrees } from '../calls/services.ts';
import type { StoredWorktree, WorktreeIn, WorktreeState } from '../storage/worktree-store.ts';
import type { Trust } from '../trust/folder-trusts.ts';
import type { Workspaces } from '../workspaces/workspaces.ts';
import type { GitActs } from '../worktrees/bring-back/git-acts.ts';
import type { Outward } from '../worktrees/bring-back/outward.ts';
import type { Worktrees } from '../worktrees/worktrees.ts';
import type { WorktreesWiring } from './load-worktrees.ts';
import type { Platform } from './platform.ts';

/** Where chats work, for the calls of windows and for what begins, works in and ends chats. */
export interface WorktreeServices extends ChatWorktrees {
  /** Begins a chat on a folder as the person chose for the one before it there. */
  begun(id: WorkspaceId, folder: string): void;
  /** As in `Worktrees`. */
  prepare(id: WorkspaceId, stop: AbortSignal): Promise<Problem | undefined>;
  /** To be called before a chat is deleted: stores that its worktree is to be removed. */
  chatDeleted(id: WorkspaceId): void;
  /** Removes what deleted chats have left, and finishes what the last end of the process cut off. */
  settle(): void;
  /** As in `Worktrees`. */
  close(): Promise<void>;
}

export function createWorktrees(platform: Platform, wiring: WorktreesWiring): WorktreeServices {
  const { stores, clock, report } = platform;
  const { worktrees: store, conversations } = stores;
  const { workspaces, flush, trust } = wiring;
  let loaded: Promise<Worktrees> | undefined;
  const load = () =>
    (loaded ??= import('./load-worktrees.ts').then((all) => all.loadWorktrees(platform, wiring)));
  let gitActs: Promise<GitActs> | undefined;
  const loadActs = () =>
    (gitActs ??= import('./load-worktrees.ts').then((all) =>
      all.loadGitActs(platform, trust, async () => (await load()).git()),
    ));
  let outward: Promise<Outward> | undefined;
  const loadOutward = () =>
    (outward ??= import('../worktrees/bring-back/outward.ts').then(
      async ({ Outward: Loaded }) =>
        new Loaded({
          worktreeOf: async (id) => (await load()).open(id),
          nameOf: (id) => workspaces().row(id).name,
          trustOf: (folder) => trust.of(folder),
          acts: await loadActs(),
        }),
    ));
  return {
    ...choices(platform, workspaces),
    outward: loadOutward,
    acts: loadActs,
    trustRepository: (id, fingerprint) => trustOrigin(store.of(id), trust, fingerprint),
    offer: async (id, start) => (await load()).offer(id, start),
    findBranch: async (id, name) => (await load()).findBranch(id, name),
    async continueFrom(from, newId) {
      const { continueInWorktree } = await import('../worktrees/continued-chat.ts');
      const worktrees = await load();
      const known = { worktrees, store, workspaces: workspaces(), conversations, flush };
      return continueInWorktree({ ...known, newWorktreeId: randomUUID, now: clock.now }, { from, newId });
    },
    kept: async () => (await load()).kept(),
    restore: async (id) => (await load()).restore(id),
    prepare: async (id, stop) => (store.of(id) === undefined ? undefined : (await load()).prepare(id, stop)),
    loss: async (id) => (store.of(id)?.state.type === 'made' ? (await load()).loss(id) : undefined),
    remove: async (id) => (store.of(id)?.state.type === 'made' ? (await load()).removeOf(id) : undefined),
    stopGit: async (id) => (await gitActs)?.runs.stop(id),
    changes: async (id, since) =>
      store.of(id)?.state.type === 'made' ? (await load()).changes(id, since) : undefined,
    async close() {
      await (await gitActs)?.close();
      await (await loaded)?.close();
    },
    open: async (id) => (store.of(id)?.state.type === 'made' ? (await load()).open(id) : undefined),
    settle() {
      const settleAll = async () => (await load()).settleAll();
      const settleCutOff = async () => (await loadActs()).settleCutOff();
      if (store.list().some(({ state }) => !isOpen(state) && state.type !== 'made'))
        settleAll().catch(report);
      if (stores.gitActs.unsettled().length > 0) settleCutOff().catch(report);
    },
  };
}

/** Trusts the folder that a worktree was made from as it was shown; false where there is something else now. */
async function trustOrigin(
  worktree: StoredWorktree | undefined,
  trust: Trust,
  fingerprint: string,
): Promise<boolean> {
  if (worktree?.state.type !== 'made') return false;
  return trust.decide({ folder: worktree.state.origin, agent: null, fingerprint }, true);
}

/** True while the person can still choose whether there is to be one. */
function isOpen(state: WorktreeState | undefined): state is WorktreeIn<'wanted' | 'unwanted'>['state'] {
  return state?.type === 'wanted' || state?.type === 'unwanted';
}

type Wanted = Extract<WorktreeChoice, { own: true }>;

type Choices = Pick<WorktreeServices, 'choose' | 'begun' | 'chatDeleted'>;

/** What is stored of the worktrees of chats without running git. */
function choices({ stores, clock, emit }: Platform, workspaces: () => Workspaces): Choices {
  const { worktrees: store, settings } = stores;
  const want = (workspaceId: WorkspaceId, { changes, copies, start }: Omit<Wanted, 'own'>) => {
    const known = store.of(workspaceId);
    const { restores, removed } = isOpen(known?.state) ? known.state : {};
    const id = known?.id ?? randomUUID();
    const more = { ...(start && { start }), ...(restores && { restores }), ...(removed && { removed }) };
    const state = { type: 'wanted' as const, changes, copies, ...more };
    store.save({ id, workspaceId, state, changedAt: clock.now() });
  };

  function remember(folder: string, own: boolean): void {
    const others = settings.read().worktreeFolders.filter((other) => other !== folder);
    settings.save({ worktreeFolders: own ? [...others, folder] : others });
    emit({ type: 'settings-changed', settings: settings.read() });
  }

  return {
    choose(id, choice) {
      const known = store.of(id);
      const { first_message: first, folder } = workspaces().row(id);
      const canChoose = known === undefined ? first === null || !choice.own : isOpen(known.state);
      if (!canChoose) return false;
      if (choice.own) want(id, choice);
      else if (known !== undefined && isOpen(known.state))
        store.save({ ...known, state: { ...known.state, type: 'unwanted' }, changedAt: clock.now() });
      remember(folder, choice.own);
      workspaces().changed(id);
      return true;
    },
    begun(id, folder) {
      if (settings.read().worktreeFolders.includes(folder)) want(id, { changes: true, copies: null });
    },
    chatDeleted(id) {
      const worktree = store.of(id);
      if (isOpen(worktree?.state)) store.remove(worktree.id);
      if (worktree?.state.type !== 'made') return;
      const { along: _, hookSaid: __, setup: ___, copied: ____, ...placed } = worktree.state;
      const { name } = workspaces().row(id);
      store.save({ ...worktree, state: { ...placed, type: 'removing', name }, changedAt: clock.now() });
    },
  };
}
