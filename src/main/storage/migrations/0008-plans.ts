/**
 * What a steering does besides being said: `aside` nothing, `go-on` the agent is to go on by it, also
 * where it had come to an end, and `fresh` that too, and nothing before it goes along any more.
 */
export const plans = `
ALTER TABLE steering ADD COLUMN kind TEXT NOT NULL DEFAULT 'aside';
`;
