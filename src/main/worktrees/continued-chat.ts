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
  newId: () => string;
  now: () => number;
};

/** As `continued`; returns why where no worktree can be made, and throws FolderUnusable. */
export async function continueInWorktree(
  deps: ContinuedChatDeps,
  from: WorkspaceId,
): Promise<Workspace | { problem: string }> {
  const offer = await deps.worktrees.offer(from);
  if (offer.offered) return continued({ ...deps, conversations: await deps.conversations() }, from);
  return { problem: cannotBegin(deps.workspaces.row(from).folder, offer.why).what };
}

/**
 * Begins a chat with the conversation of another and its settings, in a worktree that its first message makes: as the other
 * one's folder then is, with its uncommitted files where these are to come along. The other chat stays as it is.
 */
function continued(
  {
    store,
    workspaces,
    conversations,
    flush,
    newId,
    now,
  }: Omit<ContinuedChatDeps, 'conversations'> & { conversations: ConversationStore },
  from: WorkspaceId,
): Workspace {
  const { name, named, folder, first_message: first, ...before } = workspaces.row(from);
  const state = store.of(from)?.state;
  const origin = state?.type === 'made' ? state.origin : folder;
  const { id: workspaceId } = workspaces.create(origin, before.agent);
  const wanted = { type: 'wanted' as const, changes: true, copies: null, ...beginningOf(from, state) };
  const id = store.of(workspaceId)?.id ?? newId();
  store.save({ id, workspaceId, state: wanted, changedAt: now() });
  flush();
  conversations.copy(from, workspaceId);
  workspaces.setMode(workspaceId, before.mode);
  workspaces.setThinking(workspaceId, before.thinking);
  workspaces.setDialect(workspaceId, before.dialect);
  workspaces.setApprovals(workspaceId, before.approvals);
  if (named || first !== null)
    workspaces.rename(
      workspaceId,
      nextName(
        name,
        workspaces.list().map((chat) => chat.name),
      ),
    );
  return workspaces.changed(workspaceId);
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

/** Returns the first name with a number after it that no chat has: `Fix it 2` after `Fix it`. */
function nextName(name: string, names: readonly string[]): string {
  const bare = name.replace(/ \d+$/, '');
  for (let number = 2; ; number += 1) if (!names.includes(`${bare} ${number}`)) return `${bare} ${number}`;
}
