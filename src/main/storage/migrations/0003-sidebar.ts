/** What a person did with a workspace in the list, and whether something happened in it unseen. */
export const sidebar = `
ALTER TABLE workspaces ADD COLUMN archived INTEGER NOT NULL DEFAULT 0;
ALTER TABLE workspaces ADD COLUMN unread INTEGER NOT NULL DEFAULT 0;
ALTER TABLE workspaces ADD COLUMN removed_at INTEGER;
`;
