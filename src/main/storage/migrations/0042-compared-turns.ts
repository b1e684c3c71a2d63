/** Keeps, beside the changes of commands, those of whole turns of external agents. */
export const comparedTurns = `
ALTER TABLE command_changes RENAME TO compared_changes;
ALTER TABLE compared_changes ADD COLUMN whole_turn INTEGER NOT NULL DEFAULT 0;
DROP INDEX command_changes_of_message;
CREATE INDEX compared_changes_of_message ON compared_changes (message_id);
`;
