/**
 * Calls of askers from outside the chats. Each stands in a message of its own, which the chat's agent
 * never reads. `sender_key` is the caller's own name for the call, `likeness` the same for the same
 * questions of the same asker.
 */
export const outside = `
ALTER TABLE messages ADD COLUMN outside INTEGER NOT NULL DEFAULT 0;

CREATE TABLE outside_calls (
  workspace_id TEXT NOT NULL REFERENCES workspaces(id) ON DELETE CASCADE,
  tool_call_id TEXT NOT NULL,
  tool TEXT NOT NULL,
  sender_key TEXT UNIQUE,
  likeness TEXT NOT NULL,
  presence TEXT NOT NULL,
  asked_at INTEGER NOT NULL,
  PRIMARY KEY (workspace_id, tool_call_id)
) STRICT;
CREATE INDEX outside_calls_untold ON outside_calls (likeness) WHERE presence <> 'told';
`;
