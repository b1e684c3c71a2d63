/**
 * Who asks for a permission: the chat's agent, or Parley itself. Of older ones Parley asked for those of its own calls, which
 * set up worktrees.
 */
export const askedBy = `ALTER TABLE permissions ADD COLUMN asked_by TEXT NOT NULL DEFAULT 'agent' CHECK (asked_by IN ('agent', 'parley'));
UPDATE permissions SET asked_by = 'parley' WHERE asker = 'Parley' AND tool_call_id LIKE 'setup-%' AND EXISTS (
  SELECT 1 FROM parts WHERE parts.message_id = permissions.message_id AND parts.tool_call_id = permissions.tool_call_id
    AND tool_name = 'set_up_worktree');`;
