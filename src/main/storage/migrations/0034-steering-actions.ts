/**
 * Adds the preview that a text for an agent tells of. Of texts that were told before, the last preview before them
 * whose name they quote.
 */
export const steeringActions = `
ALTER TABLE steering ADD COLUMN action_id TEXT;
UPDATE steering SET action_id = (
  SELECT actions.id FROM pending_actions AS actions
  WHERE actions.workspace_id = steering.workspace_id
    AND (steering.message_id IS NULL OR actions.message_id <= steering.message_id)
    AND instr(steering.text, '“' || (actions.shown ->> '$.label') || '”') > 0
  ORDER BY actions.message_id DESC, actions.rowid DESC LIMIT 1
);
`;
