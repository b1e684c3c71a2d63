/**
 * Adds agents that run in processes of their own: `work` is what a call says of itself. A chat has one session with
 * its agent: `message_id` is the last answer that the session gave, `untold` what the agent is told with its next
 * prompt, `facts` what it said of itself. `agent_processes` has those that may be there, as `command_runs` does.
 */
export const hostedAgents = `
ALTER TABLE parts ADD COLUMN work TEXT;
CREATE TABLE agent_sessions (
  workspace_id TEXT PRIMARY KEY REFERENCES workspaces (id) ON DELETE CASCADE,
  agent TEXT NOT NULL,
  session_id TEXT,
  message_id INTEGER,
  untold TEXT NOT NULL,
  facts TEXT NOT NULL
) STRICT;
CREATE TABLE agent_processes (
  marker TEXT PRIMARY KEY,
  process TEXT,
  boot TEXT NOT NULL
) STRICT;
`;
