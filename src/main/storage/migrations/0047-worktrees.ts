/** The worktrees of chats, also while they are made and removed, and what is kept of removed ones; those outlive their chat. */
export const worktrees = `CREATE TABLE worktrees (
  id TEXT PRIMARY KEY,
  workspace_id TEXT NOT NULL,
  state TEXT NOT NULL,
  changed_at INTEGER NOT NULL
) STRICT;
CREATE INDEX worktrees_of_workspace ON worktrees (workspace_id);`;
