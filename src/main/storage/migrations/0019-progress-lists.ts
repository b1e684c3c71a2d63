/** Adds the progress lists of agents: of each message the last one that was given in it, as JSON. */
export const progressLists = `
CREATE TABLE progress_lists (
  message_id INTEGER PRIMARY KEY REFERENCES messages(id) ON DELETE CASCADE,
  workspace_id TEXT NOT NULL REFERENCES workspaces(id) ON DELETE CASCADE,
  items TEXT NOT NULL
) STRICT;
CREATE INDEX progress_lists_of_workspace ON progress_lists (workspace_id, message_id);
`;
