/** The countdown of an ask, and the dialect a workspace is fixed to; null is none, and automatic. */
export const dialects = `
ALTER TABLE asks ADD COLUMN timeout TEXT;
ALTER TABLE workspaces ADD COLUMN dialect TEXT;
`;
