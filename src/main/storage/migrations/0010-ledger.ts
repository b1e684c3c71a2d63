const columns = 'source, workspace_id, workspace, folder, kind, asker, tool, opened_at, settled_at, record';

/** An ask that has its settlement, as the ledger keeps it; `row` is where its columns come from. */
const ofAsk = (row: string) => `
  SELECT 'ask:' || ${row}.workspace_id || ':' || ${row}.tool_call_id, w.id, w.name, w.folder, 'ask', ${row}.asker,
    (SELECT tool_name FROM parts WHERE parts.message_id = ${row}.message_id AND parts.tool_call_id = ${row}.tool_call_id),
    ${row}.opened_at, json_extract(${row}.settlement, '$.at'),
    json_object('questions', json(${row}.questions), 'outcome', json_extract(${row}.settlement, '$.outcome'),
      'where', json_extract(${row}.settlement, '$.where'))
  FROM workspaces AS w`;

/** A preview that has its ending; who staged it is the chat's agent, by its stored name. */
const ofAction = (row: string) => `
  SELECT 'action:' || ${row}.workspace_id || ':' || ${row}.id, w.id, w.name, w.folder, 'preview', w.agent,
    json_extract(${row}.shown, '$.sourceToolName'), json_extract(${row}.shown, '$.openedAt'),
    json_extract(${row}.shown, '$.ending.at'),
    json_object('label', json_extract(${row}.shown, '$.label'), 'ending', json_extract(${row}.shown, '$.ending'),
      'files', (SELECT json_group_array(json_object('path', json_extract(value, '$.path'), 'change', json_extract(value, '$.change')))
                FROM json_each(${row}.shown, '$.preview.files')))
  FROM workspaces AS w`;

/**
 * The ledger: what came of every question and preview. Triggers write it in the very transaction that
 * settles them, so no way of settling can pass it by; it outlives the chats it tells of.
 */
export const ledger = `
CREATE TABLE ledger (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  source TEXT NOT NULL UNIQUE,
  workspace_id TEXT NOT NULL,
  workspace TEXT NOT NULL,
  folder TEXT NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('ask', 'preview')),
  asker TEXT NOT NULL,
  tool TEXT,
  opened_at INTEGER NOT NULL,
  settled_at INTEGER NOT NULL,
  record TEXT NOT NULL
) STRICT;
CREATE INDEX ledger_by_time ON ledger (settled_at, id);

CREATE TRIGGER ask_into_ledger AFTER UPDATE OF settlement ON asks
WHEN OLD.settlement IS NULL AND NEW.settlement IS NOT NULL BEGIN
  INSERT INTO ledger (${columns}) ${ofAsk('NEW')} WHERE w.id = NEW.workspace_id
  ON CONFLICT (source) DO NOTHING;
END;

CREATE TRIGGER action_into_ledger AFTER UPDATE OF shown ON pending_actions
WHEN json_extract(NEW.shown, '$.ending') IS NOT NULL
  AND json_extract(NEW.shown, '$.ending') IS NOT json_extract(OLD.shown, '$.ending') BEGIN
  INSERT INTO ledger (${columns}) ${ofAction('NEW')} WHERE w.id = NEW.workspace_id
  ON CONFLICT (source) DO UPDATE SET record = excluded.record;
END;

INSERT INTO ledger (${columns})
  SELECT * FROM (
    ${ofAsk('asks')} JOIN asks ON asks.workspace_id = w.id WHERE asks.settlement IS NOT NULL
    UNION ALL
    ${ofAction('a')} JOIN pending_actions AS a ON a.workspace_id = w.id WHERE json_extract(a.shown, '$.ending') IS NOT NULL
  ) ORDER BY 9;
`;
