/** Adds when a thought or a call began and ended, in milliseconds since 1970; null where that is not known. */
export const partTimes = `
ALTER TABLE parts ADD COLUMN started_at INTEGER;
ALTER TABLE parts ADD COLUMN ended_at INTEGER;
`;
