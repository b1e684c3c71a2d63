/** Adds how many of the tokens that a chat sent came from a provider's cache. */
export const cachedTokens = `
ALTER TABLE workspaces ADD COLUMN cached_tokens INTEGER NOT NULL DEFAULT 0;
`;
