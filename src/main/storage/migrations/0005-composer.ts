/**
 * Which call took a queued message back, the files of the folder a message names, and what was attached
 * to messages. An attachment without a message belongs to the unsent one.
 */
export const composer = `
ALTER TABLE messages ADD COLUMN withdrawn_by TEXT;
ALTER TABLE messages ADD COLUMN mentions TEXT;

CREATE TABLE attachments (
  workspace_id TEXT NOT NULL REFERENCES workspaces(id) ON DELETE CASCADE,
  id TEXT NOT NULL,
  message_id INTEGER REFERENCES messages(id) ON DELETE CASCADE,
  about TEXT NOT NULL,
  data BLOB NOT NULL,
  PRIMARY KEY (workspace_id, id)
) STRICT;
CREATE INDEX attachments_of_message ON attachments (message_id) WHERE message_id IS NOT NULL;
`;
