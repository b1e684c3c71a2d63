/**
 * Adds the copy of an image that models get, the agents whose model refused it, and what requests of a message went
 * without.
 */
export const imageCopies = `
ALTER TABLE attachments ADD COLUMN copy BLOB;
ALTER TABLE attachments ADD COLUMN refused_by TEXT;
ALTER TABLE messages ADD COLUMN notes TEXT;
`;
