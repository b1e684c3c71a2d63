import type { WorktreeStart } from '../../shared/worktrees/chat-worktree.ts';
import { shownBranch } from '../../shared/worktrees/branch-name.ts';
import type { WhyNoWorktree } from '../../shared/worktrees/worktree-offer.ts';
import type { PlacedWorktree, RestoredWork } from '../storage/worktree-store.ts';
import type { PersonGit } from './person-git.ts';
import { type Beginning, findBeginning } from './repository.ts';

/** What a worktree begins with. */
export type Start = {
  /** The repository around the folder that the chat was begun on. */
  at: Beginning;
  /** The commit that is checked out. */
  head: string;
  /** The branch and the commit that the changes of the chat count from. */
  from: string | null;
  base: string;
  /** The work tree whose uncommitted and ignored files can come along; null for none. */
  along: Beginning | null;
  content: StartContent;
};

/** What is checked out: what the person has in the folder, another branch, or what an agent may have written. */
type StartContent = 'folder' | 'branch' | 'agent';

/** `no-start`: the branch or the worktree at which it was to begin is gone. */
export type FoundStart = { ok: true; start: Start } | { ok: false; why: WhyNoWorktree | 'no-start' };

/** Worktrees of chats that are there, whose work another can go on with. */
export type Others = {
  ofChat: (chat: Extract<WorktreeStart, { type: 'chat' }>['chat']) => PlacedWorktree | undefined;
  onBranch: (commonDir: string, branch: string) => PlacedWorktree | undefined;
};

type Chosen = { start?: WorktreeStart | undefined; restores?: RestoredWork | undefined };

/**
 * Finds out what the worktree of a chat on a folder begins with, or why it can't. One that goes on with another's work
 * counts its changes from where that one began: these are in no branch of the person's yet.
 */
export async function findStart(
  git: PersonGit,
  folder: string,
  { start, restores }: Chosen,
  others: Others,
): Promise<FoundStart> {
  const found = await findBeginning(git, folder);
  if (!found.ok) return found;
  const { at } = found;
  const { branch: from, commit } = at;
  if (restores !== undefined) {
    const { head, base } = restores;
    return { ok: true, start: { at, head, from, base, along: at, content: 'agent' } };
  }
  switch (start?.type) {
    case undefined:
      return { ok: true, start: { at, head: commit, from, base: commit, along: at, content: 'folder' } };
    case 'branch':
      return startAtBranch(git, at, start.ref, others);
    case 'chat':
      return startAsChat(git, at, others.ofChat(start.chat));
  }
}

async function startAtBranch(
  git: PersonGit,
  at: Beginning,
  ref: string,
  { onBranch }: Others,
): Promise<FoundStart> {
  const head = await git.commitAt({ gitDir: at.commonDir }, ref);
  if (head === undefined) return { ok: false, why: 'no-start' };
  const name = shownBranch(ref);
  const of = ref.startsWith('refs/heads/') ? onBranch(at.commonDir, name) : undefined;
  const { from, base } = of ?? { from: name, base: head };
  const content = of === undefined ? 'branch' : 'agent';
  return { ok: true, start: { at, head, from, base, along: null, content } };
}

async function startAsChat(
  git: PersonGit,
  at: Beginning,
  place: PlacedWorktree | undefined,
): Promise<FoundStart> {
  if (place === undefined) return { ok: false, why: 'no-start' };
  const found = await findBeginning(git, place.root);
  if (!found.ok || found.at.commonDir !== at.commonDir) return { ok: false, why: 'no-start' };
  const { from, base } = place;
  return { ok: true, start: { at, head: found.at.commit, from, base, along: found.at, content: 'agent' } };
}
