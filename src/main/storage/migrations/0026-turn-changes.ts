/**
 * Adds the changes of turns: of each message of an agent what windows show and, once it was undone, the journal
 * of that; and what the commands in it changed. All as JSON.
 */
export const turnChanges = `
CREATE TABLE turn_changes (
  message_id INTEGER PRIMARY KEY REFERENCES messages(id) ON DELETE CASCADE,
  workspace_id TEXT NOT NULL REFERENCES workspaces(id) ON DELETE CASCADE,
  shown TEXT NOT NULL,
  undo TEXT
) STRICT;
CREATE TABLE command_changes (
  id INTEGER PRIMARY KEY,
  message_id INTEGER NOT NULL REFERENCES messages(id) ON DELETE CASCADE,
  workspace_id TEXT NOT NULL REFERENCES workspaces(id) ON DELETE CASCADE,
  began_at INTEGER NOT NULL,
  ended_at INTEGER,
  result TEXT
) STRICT;
CREATE INDEX command_changes_of_message ON command_changes (message_id);
`;
