/** Whether a chat's model is still to be asked for a title: of those that are there already, none. */
export const titleDue = 'ALTER TABLE workspaces ADD COLUMN title_due INTEGER NOT NULL DEFAULT 0;';
