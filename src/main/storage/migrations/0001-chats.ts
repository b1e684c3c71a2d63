/** Workspaces, their messages and parts, what agents ask, unsent entries, settings. */
export const chats = `
CREATE TABLE workspaces (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  folder TEXT NOT NULL,
  mode TEXT NOT NULL,
  agent TEXT NOT NULL,
  turn TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT;

CREATE TABLE messages (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  workspace_id TEXT NOT NULL REFERENCES workspaces(id) ON DELETE CASCADE,
  role TEXT NOT NULL CHECK (role IN ('user', 'agent')),
  sender_key TEXT,
  queued INTEGER NOT NULL DEFAULT 0,
  complete_steps INTEGER NOT NULL DEFAULT 0,
  created_at INTEGER NOT NULL,
  UNIQUE (workspace_id, sender_key)
) STRICT;
CREATE INDEX messages_of_workspace ON messages (workspace_id, id);

CREATE TABLE parts (
  message_id INTEGER NOT NULL REFERENCES messages(id) ON DELETE CASCADE,
  position INTEGER NOT NULL,
  step INTEGER NOT NULL,
  type TEXT NOT NULL CHECK (type IN ('text', 'reasoning', 'tool')),
  text TEXT NOT NULL DEFAULT '',
  tool_call_id TEXT,
  tool_name TEXT,
  input TEXT,
  result TEXT,
  details TEXT,
  provider_metadata TEXT,
  PRIMARY KEY (message_id, position)
) STRICT;
CREATE INDEX parts_of_call ON parts (tool_call_id) WHERE tool_call_id IS NOT NULL;

CREATE TABLE asks (
  workspace_id TEXT NOT NULL REFERENCES workspaces(id) ON DELETE CASCADE,
  tool_call_id TEXT NOT NULL,
  message_id INTEGER NOT NULL REFERENCES messages(id) ON DELETE CASCADE,
  asker TEXT NOT NULL,
  questions TEXT NOT NULL,
  opened_at INTEGER NOT NULL,
  settlement TEXT,
  PRIMARY KEY (workspace_id, tool_call_id)
) STRICT;
CREATE INDEX pending_asks ON asks (workspace_id) WHERE settlement IS NULL;
CREATE INDEX asks_of_message ON asks (message_id);

CREATE TABLE drafts (
  workspace_id TEXT NOT NULL REFERENCES workspaces(id) ON DELETE CASCADE,
  subject TEXT NOT NULL,
  body TEXT NOT NULL,
  PRIMARY KEY (workspace_id, subject)
) STRICT;

CREATE TABLE settings (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
`;
