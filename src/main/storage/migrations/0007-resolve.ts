/**
 * Staged changes, who approves those of a workspace, and what is said to an agent between the messages.
 * A steering without a message goes with the next request; with one it stands before that call of the model.
 */
export const resolve = `
CREATE TABLE pending_actions (
  workspace_id TEXT NOT NULL REFERENCES workspaces(id) ON DELETE CASCADE,
  id TEXT NOT NULL,
  message_id INTEGER NOT NULL REFERENCES messages(id) ON DELETE CASCADE,
  tool_call_id TEXT NOT NULL,
  pending INTEGER NOT NULL DEFAULT 1,
  content TEXT NOT NULL,
  shown TEXT NOT NULL,
  progress TEXT NOT NULL,
  PRIMARY KEY (workspace_id, id)
) STRICT;
CREATE INDEX actions_of_message ON pending_actions (message_id);
CREATE INDEX actions_pending ON pending_actions (workspace_id) WHERE pending = 1;

CREATE TABLE steering (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  workspace_id TEXT NOT NULL REFERENCES workspaces(id) ON DELETE CASCADE,
  message_id INTEGER REFERENCES messages(id) ON DELETE CASCADE,
  step INTEGER,
  text TEXT NOT NULL
) STRICT;
CREATE INDEX steering_of_workspace ON steering (workspace_id);

ALTER TABLE workspaces ADD COLUMN approvals TEXT NOT NULL DEFAULT 'ask';
`;
