/** Adds the folders that the person trusts or not: which stood there, and the hashes of what they were shown. */
export const folderTrust = `
CREATE TABLE folder_trust (
  folder TEXT PRIMARY KEY,
  identity TEXT NOT NULL,
  trusted INTEGER NOT NULL,
  files TEXT NOT NULL,
  decided_at INTEGER NOT NULL
) STRICT;
`;
