/**
 * Stores what became of a preview as its outcome and the time, as of questions, permissions and forms; and what is
 * being carried out as its resolution. The trigger follows. Entries that the ledger has stay as they are:
 * `ledger-store.ts` reads them in either form.
 */
export const previewSettlements = `
DROP TRIGGER action_into_ledger;
UPDATE pending_actions SET shown = json_set(json_remove(shown, '$.state.ending'), '$.state.settlement',
    json_object('outcome', json_remove(shown -> '$.state.ending', '$.at'), 'at', shown -> '$.state.ending.at'))
  WHERE iif(json_valid(shown), shown -> '$.state.ending', NULL) IS NOT NULL;
UPDATE pending_actions SET shown = json_set(json_remove(shown, '$.state.verdict'), '$.state.resolution',
    shown -> '$.state.verdict')
  WHERE iif(json_valid(shown), shown -> '$.state.verdict', NULL) IS NOT NULL;

CREATE TRIGGER action_into_ledger AFTER UPDATE OF shown ON pending_actions
WHEN json_extract(NEW.shown, '$.state.settlement') IS NOT NULL
  AND json_extract(NEW.shown, '$.state.settlement') IS NOT json_extract(OLD.shown, '$.state.settlement') BEGIN
  INSERT INTO ledger (workspace_id, subject, workspace, folder, kind, asker, tool, opened_at, settled_at, record)
    SELECT w.id, NEW.id, w.name, w.folder, 'preview', coalesce(json_extract(NEW.shown, '$.asker'), w.agent),
      json_extract(NEW.shown, '$.sourceToolName'), json_extract(NEW.shown, '$.openedAt'),
      json_extract(NEW.shown, '$.state.settlement.at'),
      json_object('label', json_extract(NEW.shown, '$.label'),
        'settlement', json_extract(NEW.shown, '$.state.settlement'),
        'files', (SELECT json_group_array(json_object('path', json_extract(value, '$.path'), 'change', json_extract(value, '$.change')))
                  FROM json_each(NEW.shown, '$.preview.files')))
    FROM workspaces AS w WHERE w.id = NEW.workspace_id
  ON CONFLICT (workspace_id, subject) WHERE kind <> 'ask' DO UPDATE SET record = excluded.record;
END;
`;
