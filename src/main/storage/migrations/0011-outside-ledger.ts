/** Who asked: an asker from outside by its own name, else the chat's agent by its stored one. */
const asker = `coalesce(json_extract(NEW.shown, '$.asker'), w.agent)`;

/** The ledger names the asker from outside of a plan, where it named the agent of the chat it stood in. */
export const outsideLedger = `
DROP TRIGGER action_into_ledger;

CREATE TRIGGER action_into_ledger AFTER UPDATE OF shown ON pending_actions
WHEN json_extract(NEW.shown, '$.ending') IS NOT NULL
  AND json_extract(NEW.shown, '$.ending') IS NOT json_extract(OLD.shown, '$.ending') BEGIN
  INSERT INTO ledger (source, workspace_id, workspace, folder, kind, asker, tool, opened_at, settled_at, record)
    SELECT 'action:' || NEW.workspace_id || ':' || NEW.id, w.id, w.name, w.folder, 'preview', ${asker},
      json_extract(NEW.shown, '$.sourceToolName'), json_extract(NEW.shown, '$.openedAt'),
      json_extract(NEW.shown, '$.ending.at'),
      json_object('label', json_extract(NEW.shown, '$.label'), 'ending', json_extract(NEW.shown, '$.ending'),
        'files', (SELECT json_group_array(json_object('path', json_extract(value, '$.path'), 'change', json_extract(value, '$.change')))
                  FROM json_each(NEW.shown, '$.preview.files')))
    FROM workspaces AS w WHERE w.id = NEW.workspace_id
  ON CONFLICT (source) DO UPDATE SET record = excluded.record;
END;

UPDATE ledger SET asker = json_extract(actions.shown, '$.asker') FROM pending_actions AS actions
  WHERE source = 'action:' || actions.workspace_id || ':' || actions.id
    AND json_extract(actions.shown, '$.asker') IS NOT NULL;
`;
