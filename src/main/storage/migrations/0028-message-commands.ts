/** Adds what an agent is told in place of a message that is a slash command: its source and the text. */
export const messageCommands = `
ALTER TABLE messages ADD COLUMN command TEXT; -- JSON
`;
