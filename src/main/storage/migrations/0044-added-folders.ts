/** The folders that a person added to a chat for its external agent. */
export const addedFolders = `ALTER TABLE agent_sessions ADD COLUMN folders TEXT NOT NULL DEFAULT '[]';`;
