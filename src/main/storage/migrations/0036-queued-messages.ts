/** Finds the messages of a chat that its agent has not got yet without reading the chat. */
export const queuedMessages = `
CREATE INDEX queued_messages ON messages (workspace_id, id) WHERE queued = 1;
`;
