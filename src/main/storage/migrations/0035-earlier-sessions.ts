/**
 * Adds sessions of hosted agents that were begun elsewhere: `opens` is the one that a chat is to open next, `opened`
 * is 1 where the chat's session was opened so.
 */
export const earlierSessions = `
ALTER TABLE agent_sessions ADD COLUMN opens TEXT;
ALTER TABLE agent_sessions ADD COLUMN opened INTEGER NOT NULL DEFAULT 0;
CREATE INDEX agent_sessions_by_session ON agent_sessions (agent, session_id);
`;
