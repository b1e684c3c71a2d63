/** Who asked, of what, and the tool by which: the columns of the ledger that each of its triggers fills. */
const into = `INSERT INTO ledger (workspace_id, subject, workspace, folder, kind, asker, tool, opened_at, settled_at, record)`;

const toolOfCall = `(SELECT tool_name FROM parts WHERE parts.message_id = NEW.message_id AND parts.tool_call_id = NEW.tool_call_id)`;

const askTrigger = `
CREATE TRIGGER ask_into_ledger AFTER UPDATE OF settlement ON asks
WHEN OLD.settlement IS NULL AND NEW.settlement IS NOT NULL BEGIN
  ${into}
    SELECT w.id, NEW.tool_call_id, w.name, w.folder, 'ask', NEW.asker, ${toolOfCall},
      NEW.opened_at, json_extract(NEW.settlement, '$.at'),
      '{"questions":' || NEW.questions || ',' || substr(NEW.settlement, 2)
    FROM workspaces AS w WHERE w.id = NEW.workspace_id;
END;
`;

const actionTrigger = `
CREATE TRIGGER action_into_ledger AFTER UPDATE OF shown ON pending_actions
WHEN json_extract(NEW.shown, '$.state.ending') IS NOT NULL
  AND json_extract(NEW.shown, '$.state.ending') IS NOT json_extract(OLD.shown, '$.state.ending') BEGIN
  ${into}
    SELECT w.id, NEW.id, w.name, w.folder, 'preview', coalesce(json_extract(NEW.shown, '$.asker'), w.agent),
      json_extract(NEW.shown, '$.sourceToolName'), json_extract(NEW.shown, '$.openedAt'),
      json_extract(NEW.shown, '$.state.ending.at'),
      json_object('label', json_extract(NEW.shown, '$.label'), 'ending', json_extract(NEW.shown, '$.state.ending'),
        'files', (SELECT json_group_array(json_object('path', json_extract(value, '$.path'), 'change', json_extract(value, '$.change')))
                  FROM json_each(NEW.shown, '$.preview.files')))
    FROM workspaces AS w WHERE w.id = NEW.workspace_id
  ON CONFLICT (workspace_id, subject) WHERE kind <> 'ask' DO UPDATE SET record = excluded.record;
END;
`;

const permissionTrigger = `
CREATE TRIGGER permission_into_ledger AFTER UPDATE OF settlement, result ON permissions
WHEN NEW.settlement IS NOT NULL BEGIN
  ${into}
    SELECT w.id, NEW.id, w.name, w.folder, 'permission', NEW.asker, ${toolOfCall},
      NEW.opened_at, json_extract(NEW.settlement, '$.at'),
      json_object('permission', json(NEW.subject), 'reason', NEW.reason, 'settlement', json(NEW.settlement),
        'result', json(NEW.result))
    FROM workspaces AS w WHERE w.id = NEW.workspace_id
  ON CONFLICT (workspace_id, subject) WHERE kind <> 'ask' DO UPDATE SET record = excluded.record;
END;
`;

/** The ledger of before took questions and previews alone; it is copied into one that takes any kind. */
const ledger = `
DROP TRIGGER ask_into_ledger;
DROP TRIGGER action_into_ledger;
CREATE TABLE ledger_of_any_kind (
  id INTEGER PRIMARY KEY,
  workspace_id TEXT NOT NULL,
  subject TEXT NOT NULL,
  workspace TEXT NOT NULL,
  folder TEXT NOT NULL,
  kind TEXT NOT NULL,
  asker TEXT NOT NULL,
  tool TEXT,
  opened_at INTEGER NOT NULL,
  settled_at INTEGER NOT NULL,
  record TEXT NOT NULL
) STRICT;
INSERT INTO ledger_of_any_kind SELECT id, workspace_id, subject, workspace, folder, kind, asker, tool, opened_at, settled_at, record FROM ledger;
DROP TABLE ledger;
ALTER TABLE ledger_of_any_kind RENAME TO ledger;
CREATE UNIQUE INDEX ledger_rewritten ON ledger (workspace_id, subject) WHERE kind <> 'ask';
`;

/**
 * Requests for permission, of which a call may make several, and the standing answers. A permission waits while
 * its settlement is null; `begun_at` is when what it allows began, `result` what came of that. The ledger's
 * entry of one is written again with its result.
 */
export const permissions = `
CREATE TABLE permissions (
  id TEXT PRIMARY KEY,
  workspace_id TEXT NOT NULL REFERENCES workspaces(id) ON DELETE CASCADE,
  tool_call_id TEXT NOT NULL,
  message_id INTEGER NOT NULL REFERENCES messages(id) ON DELETE CASCADE,
  asker TEXT NOT NULL,
  folder TEXT NOT NULL,
  subject TEXT NOT NULL,
  reason TEXT,
  choices TEXT NOT NULL,
  opened_at INTEGER NOT NULL,
  settlement TEXT,
  begun_at INTEGER,
  result TEXT
) STRICT;
CREATE INDEX permissions_of_call ON permissions (workspace_id, tool_call_id);
CREATE INDEX permissions_of_message ON permissions (message_id);

CREATE TABLE permission_rules (
  id TEXT PRIMARY KEY,
  rule TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  uses INTEGER NOT NULL DEFAULT 0,
  last_used_at INTEGER
) STRICT;
${ledger}${askTrigger}${actionTrigger}${permissionTrigger}`;
