/**
 * Adds the branches of chats. A message sent again begins a branch, which has its id; it names the first version
 * of the message (`version_of`). Of what was replaced before, the branches are told from what replaced it;
 * what was still queued then was never read, and is withdrawn.
 */
export const branches = `
ALTER TABLE messages ADD COLUMN branch INTEGER NOT NULL DEFAULT 0;
ALTER TABLE messages ADD COLUMN version_of INTEGER;
ALTER TABLE workspaces ADD COLUMN branch INTEGER NOT NULL DEFAULT 0;
UPDATE messages SET version_of = (
  SELECT older.id FROM messages AS older WHERE older.replaced_by = messages.id AND older.queued = 0
    AND older.role = 'user' AND older.workspace_id = messages.workspace_id ORDER BY older.id LIMIT 1
) WHERE role = 'user' AND outside = 0;
WITH RECURSIVE firsts (id, first) AS (
  SELECT id, id FROM messages WHERE version_of IS NULL AND role = 'user'
  UNION ALL SELECT messages.id, firsts.first FROM messages JOIN firsts ON messages.version_of = firsts.id
)
UPDATE messages SET version_of = (SELECT first FROM firsts WHERE firsts.id = messages.id)
  WHERE version_of IS NOT NULL;
UPDATE messages SET branch = coalesce((
  SELECT max(begun.id) FROM messages AS begun WHERE begun.workspace_id = messages.workspace_id
    AND begun.version_of IS NOT NULL AND begun.id <= messages.id
), 0) WHERE outside = 0;
UPDATE messages SET withdrawn_by = 'replaced' WHERE queued = 1 AND replaced_by IS NOT NULL AND withdrawn_by IS NULL;
UPDATE workspaces SET branch = coalesce((
  SELECT max(id) FROM messages WHERE workspace_id = workspaces.id AND version_of IS NOT NULL
), 0);
CREATE INDEX message_versions ON messages (workspace_id, version_of) WHERE version_of IS NOT NULL;
`;
