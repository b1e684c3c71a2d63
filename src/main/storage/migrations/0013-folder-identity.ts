/** Adds the identity of the folder that stood at a workspace’s path when it was opened; null until it is first looked at. */
export const folderIdentity = `
ALTER TABLE workspaces ADD COLUMN folder_identity TEXT;
`;
