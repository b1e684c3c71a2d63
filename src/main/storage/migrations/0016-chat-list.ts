/**
 * Adds which workspaces are pinned, and which have a name of their own: one that is no longer called after
 * its folder was named by the person. The Inbox always has its own.
 */
export const chatList = `
ALTER TABLE workspaces ADD COLUMN pinned INTEGER NOT NULL DEFAULT 0;
ALTER TABLE workspaces ADD COLUMN named INTEGER NOT NULL DEFAULT 1;
UPDATE workspaces SET named = 0 WHERE id <> 'inbox' AND name =
  substr(replace(folder, '\\', '/'), length(rtrim(replace(folder, '\\', '/'), replace(replace(folder, '\\', '/'), '/', ''))) + 1);
`;
