import type { WorkspaceId } from '../../shared/ids.ts';
import type { Workspace } from '../../shared/workspace/workspace.ts';
import type { WorktreeStart } from '../../shared/worktrees/chat-worktree.ts';
import type { ConversationStore } from '../storage/conversation-store.ts';
import type { WorktreeState, WorktreeStore } from '../storage/worktree-store.ts';
import type { Workspaces } from '../workspaces/workspaces.ts';
import { cannotBegin } from './worktree-problems.ts';
import type { Worktrees } from './worktrees.ts';

type ContinuedChatDeps = {
  worktrees: Pick<Worktrees, 'offer'>;
  store: WorktreeStore;
  workspaces: Workspaces;
  conversations: () => Promise<ConversationStore>;
  /** Stores all text that was said so far. */
  flush: () => void;
  newWorktreeId: () => string;
  now: () => number;
};

/** The chat to go on with, and the id of the one that does. */
type Continuation = { from: WorkspaceId; newId: WorkspaceId };

/**
 * Begins a chat with the conversation of another and its settings, in a worktree that its first message makes: as the other
 * one's folder then is, with its uncommitted files where these are to come along. The other chat stays as it is. All of it
 * is stored at once; where the chat is there already, that one is returned. Returns why where no worktree can be made, and
 * throws FolderUnusable.
 */
export async function continueInWorktree(
  deps: ContinuedChatDeps,
  { from, newId }: Continuation,
): Promise<Workspace | { problem: string }> {
  const { worktrees, workspaces, store } = deps;
  const offer = await worktrees.offer(from);
  const conversations = await deps.conversations();
  if (workspaces.has(newId)) return workspaces.changed(newId);
  const { folder } = workspaces.row(from);
  if (!offer.offered) return { problem: cannotBegin(folder, offer.why).what };
  deps.flush();
  const state = store.of(from)?.state;
  const begun = {
    id: newId,
    folder: state?.type === 'made' ? state.origin : folder,
    name: nameAfter(workspaces, from),
  };
  return workspaces.createLike(from, begun, () => {
    const wanted = { type: 'wanted' as const, changes: true, copies: null, ...beginningOf(from, state) };
    store.save({ id: deps.newWorktreeId(), workspaceId: newId, state: wanted, changedAt: deps.now() });
    conversations.copyWithin(from, newId);
  });
}

/** Where a chat begins that goes on with another: in its worktree, or as that one was to begin. */
function beginningOf(
  chat: WorkspaceId,
  state: WorktreeState | undefined,
): Pick<Extract<WorktreeState, { type: 'wanted' }>, 'start' | 'restores'> {
  if (state?.type === 'made') return { start: { type: 'chat', chat } satisfies WorktreeStart };
  if (state?.type !== 'wanted') return {};
  const { start, restores } = state;
  return { ...(start && { start }), ...(restores && { restores }) };
}

/** Returns the name of a chat that goes on with another: `Fix it 2` after `Fix it`, or the first number after that which is free. */
function nameAfter(workspaces: Workspaces, chat: WorkspaceId): string | null {
  const { name, named, first_message: first } = workspaces.row(chat);
  if (!named && first === null) return null;
  const names = workspaces.list().map((other) => other.name);
  const bare = name.replace(/ \d+$/, '');
  for (let number = 2; ; number += 1) if (!names.includes(`${bare} ${number}`)) return `${bare} ${number}`;
}
