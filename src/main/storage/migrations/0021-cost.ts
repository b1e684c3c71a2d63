/**
 * Adds what a chat has cost, in billionths of a dollar, and how many of its tokens have no known price; those
 * from before are among them.
 */
export const chatCost = `
ALTER TABLE workspaces ADD COLUMN cost INTEGER NOT NULL DEFAULT 0;
ALTER TABLE workspaces ADD COLUMN unpriced_tokens INTEGER NOT NULL DEFAULT 0;
UPDATE workspaces SET unpriced_tokens = input_tokens + output_tokens;
`;
