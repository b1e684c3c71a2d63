const putBack = (row: string) => `json_extract(${row}shown, '$.preview.putBack.what')`;

/** Keeps with each decision by which the person put back what a chat had changed that it was this: a file, or a change of one. */
export const recordedDrops = `
DROP TRIGGER action_into_ledger;

CREATE TRIGGER action_into_ledger AFTER UPDATE OF shown ON pending_actions
WHEN json_extract(NEW.shown, '$.state.settlement') IS NOT NULL
  AND json_extract(NEW.shown, '$.state.settlement') IS NOT json_extract(OLD.shown, '$.state.settlement') BEGIN
  INSERT INTO ledger (workspace_id, subject, workspace, folder, kind, asker, agent, tool, opened_at, settled_at, record)
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
  UPDATE ledger SET record = json_set(record, '$.putBack', ${putBack('NEW.')})
    WHERE workspace_id = NEW.workspace_id AND subject = NEW.id AND kind = 'preview' AND ${putBack('NEW.')} IS NOT NULL;
END;

UPDATE ledger SET record = json_set(record, '$.putBack', ${putBack('a.')})
  FROM pending_actions AS a
  WHERE a.workspace_id = ledger.workspace_id AND a.id = ledger.subject AND ledger.kind = 'preview'
    AND ${putBack('a.')} IS NOT NULL;
`;
