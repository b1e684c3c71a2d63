/** How far chats went back: the message, the newest message until then, and the files that went back with it. */
export const rewinds = `CREATE TABLE rewinds (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  workspace_id TEXT NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
  message_id INTEGER NOT NULL,
  shown_until INTEGER NOT NULL,
  files TEXT NOT NULL,
  stayed TEXT NOT NULL,
  underway TEXT,
  gone_on INTEGER NOT NULL DEFAULT 0,
  at INTEGER NOT NULL
) STRICT;
CREATE INDEX rewinds_of_workspace ON rewinds (workspace_id);`;
