import type { ChatWorktree } from './chat-worktree.ts';

/** Returns the folder that a chat was begun on, which its worktree, if it has one, belongs to. */
export function begunOn({ folder, worktree }: { folder: string; worktree: ChatWorktree | null }): string {
  return worktree?.state === 'made' ? worktree.origin : folder;
}

/** True for a chat that works in a worktree of its own. */
export function ownsFolder(chat: { worktree: ChatWorktree | null } | undefined): boolean {
  return chat?.worktree?.state === 'made';
}
