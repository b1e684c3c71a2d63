/** Tokens used: of each message of an agent, and of a chat whatever becomes of its messages. */
export const usage = `
ALTER TABLE messages ADD COLUMN input_tokens INTEGER NOT NULL DEFAULT 0;
ALTER TABLE messages ADD COLUMN output_tokens INTEGER NOT NULL DEFAULT 0;
ALTER TABLE workspaces ADD COLUMN input_tokens INTEGER NOT NULL DEFAULT 0;
ALTER TABLE workspaces ADD COLUMN output_tokens INTEGER NOT NULL DEFAULT 0;
`;
