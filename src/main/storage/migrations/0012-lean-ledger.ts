/** The first bracket of a settlement is left out, so that the questions stand in front of what it says. */
const askRecord = `'{"questions":' || NEW.questions || ',' || substr(NEW.settlement, 2)`;

/**
 * The same ledger in fewer pages. An entry is appended and nothing else of the ledger is touched for a
 * question: its number, which has no gaps, is the order, and only previews, whose entry is written again
 * when they are undone, are found by what they are about. `subject` is the call of a question, the id of
 * a preview.
 */
export const leanLedger = `
DROP TRIGGER ask_into_ledger;
DROP TRIGGER action_into_ledger;
DROP INDEX ledger_by_time;
ALTER TABLE ledger RENAME TO older_ledger;

CREATE TABLE ledger (
  id INTEGER PRIMARY KEY,
  workspace_id TEXT NOT NULL,
  subject TEXT NOT NULL,
  workspace TEXT NOT NULL,
  folder TEXT NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('ask', 'preview')),
  asker TEXT NOT NULL,
  tool TEXT,
  opened_at INTEGER NOT NULL,
  settled_at INTEGER NOT NULL,
  record TEXT NOT NULL
) STRICT;
CREATE UNIQUE INDEX ledger_of_previews ON ledger (workspace_id, subject) WHERE kind = 'preview';

INSERT INTO ledger (workspace_id, subject, workspace, folder, kind, asker, tool, opened_at, settled_at, record)
  SELECT workspace_id, substr(source, length(iif(kind = 'ask', 'ask::', 'action::') || workspace_id) + 1),
    workspace, folder, kind, asker, tool, opened_at, settled_at, record
  FROM older_ledger ORDER BY settled_at, id;
DROP TABLE older_ledger;

CREATE TRIGGER ask_into_ledger AFTER UPDATE OF settlement ON asks
WHEN OLD.settlement IS NULL AND NEW.settlement IS NOT NULL BEGIN
  INSERT INTO ledger (workspace_id, subject, workspace, folder, kind, asker, tool, opened_at, settled_at, record)
    SELECT w.id, NEW.tool_call_id, w.name, w.folder, 'ask', NEW.asker,
      (SELECT tool_name FROM parts WHERE parts.message_id = NEW.message_id AND parts.tool_call_id = NEW.tool_call_id),
      NEW.opened_at, json_extract(NEW.settlement, '$.at'), ${askRecord}
    FROM workspaces AS w WHERE w.id = NEW.workspace_id;
END;

CREATE TRIGGER action_into_ledger AFTER UPDATE OF shown ON pending_actions
WHEN json_extract(NEW.shown, '$.ending') IS NOT NULL
  AND json_extract(NEW.shown, '$.ending') IS NOT json_extract(OLD.shown, '$.ending') BEGIN
  INSERT INTO ledger (workspace_id, subject, workspace, folder, kind, asker, tool, opened_at, settled_at, record)
    SELECT w.id, NEW.id, w.name, w.folder, 'preview', coalesce(json_extract(NEW.shown, '$.asker'), w.agent),
      json_extract(NEW.shown, '$.sourceToolName'), json_extract(NEW.shown, '$.openedAt'),
      json_extract(NEW.shown, '$.ending.at'),
      json_object('label', json_extract(NEW.shown, '$.label'), 'ending', json_extract(NEW.shown, '$.ending'),
        'files', (SELECT json_group_array(json_object('path', json_extract(value, '$.path'), 'change', json_extract(value, '$.change')))
                  FROM json_each(NEW.shown, '$.preview.files')))
    FROM workspaces AS w WHERE w.id = NEW.workspace_id
  ON CONFLICT (workspace_id, subject) WHERE kind = 'preview' DO UPDATE SET record = excluded.record;
END;
`;
