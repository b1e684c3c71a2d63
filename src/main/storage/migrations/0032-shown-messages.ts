/**
 * Adds an index of the messages that a chat shows, from which they are counted without
 * reading them: SQLite reads a row for each column that is not in the index, also where its condition is.
 */
export const shownMessages = `
CREATE INDEX shown_messages ON messages (workspace_id, id, queued, replaced_by, withdrawn_by)
  WHERE queued = 0 AND replaced_by IS NULL AND withdrawn_by IS NULL;
`;
