/** Adds the last message that a summary stands for; null for a message that is none. */
export const summaries = `
ALTER TABLE messages ADD COLUMN summarises INTEGER;
CREATE INDEX summaries_of_workspace ON messages (workspace_id, id) WHERE summarises IS NOT NULL;
`;
