const intoLedger = `INSERT INTO ledger (workspace_id, subject, workspace, folder, kind, asker, agent, tool, opened_at, settled_at, record)`;

const toolOfCall = `(SELECT tool_name FROM parts WHERE parts.message_id = NEW.message_id AND parts.tool_call_id = NEW.tool_call_id)`;

/**
 * Keeps with each decision the agent that asked, by the name that its chat stores, or `outside`. Of older decisions that
 * is not known.
 */
export const ledgerAgents = `
ALTER TABLE ledger ADD COLUMN agent TEXT;
DROP TRIGGER ask_into_ledger;
DROP TRIGGER action_into_ledger;
DROP TRIGGER permission_into_ledger;
DROP TRIGGER form_into_ledger;

CREATE TRIGGER ask_into_ledger AFTER UPDATE OF settlement ON asks
WHEN OLD.settlement IS NULL AND NEW.settlement IS NOT NULL BEGIN
  ${intoLedger}
    SELECT w.id, NEW.tool_call_id, w.name, w.folder, 'ask', NEW.asker,
      iif(EXISTS (SELECT 1 FROM messages WHERE id = NEW.message_id AND outside), 'outside', w.agent), ${toolOfCall},
      NEW.opened_at, json_extract(NEW.settlement, '$.at'),
      '{"questions":' || NEW.questions || ',' || substr(NEW.settlement, 2)
    FROM workspaces AS w WHERE w.id = NEW.workspace_id;
END;

CREATE TRIGGER action_into_ledger AFTER UPDATE OF shown ON pending_actions
WHEN json_extract(NEW.shown, '$.state.settlement') IS NOT NULL
  AND json_extract(NEW.shown, '$.state.settlement') IS NOT json_extract(OLD.shown, '$.state.settlement') BEGIN
  ${intoLedger}
    SELECT w.id, NEW.id, w.name, w.folder, 'preview', coalesce(json_extract(NEW.shown, '$.asker'), w.agent),
      iif(json_extract(NEW.shown, '$.asker') IS NULL, w.agent, 'outside'),
      json_extract(NEW.shown, '$.sourceToolName'), json_extract(NEW.shown, '$.openedAt'),
      json_extract(NEW.shown, '$.state.settlement.at'),
      json_object('label', json_extract(NEW.shown, '$.label'),
        'settlement', json_extract(NEW.shown, '$.state.settlement'),
        'files', (SELECT json_group_array(json_object('path', json_extract(value, '$.path'), 'change', json_extract(value, '$.change')))
                  FROM json_each(NEW.shown, '$.preview.files')))
    FROM workspaces AS w WHERE w.id = NEW.workspace_id
  ON CONFLICT (workspace_id, subject) WHERE kind <> 'ask' DO UPDATE SET record = excluded.record;
END;

CREATE TRIGGER permission_into_ledger AFTER UPDATE OF settlement, result ON permissions
WHEN NEW.settlement IS NOT NULL BEGIN
  ${intoLedger}
    SELECT w.id, NEW.id, w.name, w.folder, 'permission', NEW.asker, w.agent, ${toolOfCall},
      NEW.opened_at, json_extract(NEW.settlement, '$.at'),
      json_object('permission', json(NEW.subject), 'reason', NEW.reason, 'settlement', json(NEW.settlement),
        'result', json(NEW.result))
    FROM workspaces AS w WHERE w.id = NEW.workspace_id
  ON CONFLICT (workspace_id, subject) WHERE kind <> 'ask' DO UPDATE SET record = excluded.record;
END;

CREATE TRIGGER form_into_ledger AFTER UPDATE OF settlement ON forms
WHEN OLD.settlement IS NULL AND NEW.settlement IS NOT NULL BEGIN
  ${intoLedger}
    SELECT w.id, NEW.id, w.name, w.folder, 'form', NEW.agent, w.agent, ${toolOfCall},
      NEW.opened_at, json_extract(NEW.settlement, '$.at'),
      json_object('server', NEW.server, 'message', NEW.message, 'form', json(NEW.subject),
        'settlement', json(NEW.settlement))
    FROM workspaces AS w WHERE w.id = NEW.workspace_id
  ON CONFLICT (workspace_id, subject) WHERE kind <> 'ask' DO UPDATE SET record = excluded.record;
END;
`;
