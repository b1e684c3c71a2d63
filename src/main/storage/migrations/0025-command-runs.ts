/**
 * Adds the commands that agents ran: `run` is what windows see, `marker` the name by which its processes and its
 * output are known, `process` the first of them while some may be there, `boot` the start of the machine it ran in.
 */
export const commandRuns = `
CREATE TABLE command_runs (
  workspace_id TEXT NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
  tool_call_id TEXT NOT NULL,
  message_id INTEGER NOT NULL,
  marker TEXT NOT NULL UNIQUE,
  run TEXT NOT NULL,
  open INTEGER NOT NULL,
  process TEXT,
  boot TEXT NOT NULL,
  PRIMARY KEY (workspace_id, tool_call_id)
) STRICT;
CREATE INDEX open_command_runs ON command_runs (workspace_id) WHERE open = 1;
CREATE INDEX command_runs_of_message ON command_runs (message_id);
`;
