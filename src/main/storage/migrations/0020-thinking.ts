/** Adds how much the model of a chat thinks before it answers. */
export const thinkingLevel = `
ALTER TABLE workspaces ADD COLUMN thinking TEXT NOT NULL DEFAULT 'off';
`;
