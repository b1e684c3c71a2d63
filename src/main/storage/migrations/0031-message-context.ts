/** Adds how many tokens the newest model call of each message carried, so that each branch of a chat has its own. */
export const messageContext = `
ALTER TABLE messages ADD COLUMN context_tokens INTEGER;
`;
