/** Who asked with a form, through which tool, and what came of it; secrets are masked in the settlement already. */
const formTrigger = `
CREATE TRIGGER form_into_ledger AFTER UPDATE OF settlement ON forms
WHEN OLD.settlement IS NULL AND NEW.settlement IS NOT NULL BEGIN
  INSERT INTO ledger (workspace_id, subject, workspace, folder, kind, asker, tool, opened_at, settled_at, record)
    SELECT w.id, NEW.id, w.name, w.folder, 'form', NEW.agent,
      (SELECT tool_name FROM parts WHERE parts.message_id = NEW.message_id AND parts.tool_call_id = NEW.tool_call_id),
      NEW.opened_at, json_extract(NEW.settlement, '$.at'),
      json_object('server', NEW.server, 'message', NEW.message, 'form', json(NEW.subject),
        'settlement', json(NEW.settlement))
    FROM workspaces AS w WHERE w.id = NEW.workspace_id
  ON CONFLICT (workspace_id, subject) WHERE kind <> 'ask' DO UPDATE SET record = excluded.record;
END;
`;

/**
 * Forms and links, of which a call may ask several. One waits while its settlement is null; `finished` says by whom
 * what an opened link was for was called done.
 */
export const forms = `
CREATE TABLE forms (
  id TEXT PRIMARY KEY,
  workspace_id TEXT NOT NULL REFERENCES workspaces(id) ON DELETE CASCADE,
  tool_call_id TEXT NOT NULL,
  message_id INTEGER NOT NULL REFERENCES messages(id) ON DELETE CASCADE,
  agent TEXT NOT NULL,
  server TEXT,
  message TEXT NOT NULL,
  subject TEXT NOT NULL,
  opened_at INTEGER NOT NULL,
  settlement TEXT,
  finished TEXT
) STRICT;
CREATE INDEX forms_of_call ON forms (workspace_id, tool_call_id);
CREATE INDEX forms_of_message ON forms (message_id);
${formTrigger}`;
