/** Adds how many tokens a chat's newest model call carried, its answer among them; 0 before the first one. */
export const contextTokens = `
ALTER TABLE workspaces ADD COLUMN context_tokens INTEGER NOT NULL DEFAULT 0;
`;
