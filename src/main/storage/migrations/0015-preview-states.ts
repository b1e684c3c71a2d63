/** The end of the failure, as JSON, of a file that was another by then; nothing but the text was kept of it. */
const changed = 'changed since this preview. Nothing was written."';

/** The state that the fields of a staged change came to. */
const state = `CASE
    WHEN shown ->> 'ending' IS NOT NULL THEN json_object('type', 'ended',
      'resolvedBy', progress ->> '$.request.toolCallId', 'ending', shown -> 'ending',
      'undoing', json(iif(progress ->> 'undoing', 'true', 'false')))
    WHEN progress ->> 'verdict' IS NOT NULL THEN json_object('type', 'carrying-out',
      'request', progress -> 'request', 'decision', shown -> 'decision', 'verdict', progress -> 'verdict')
    WHEN shown ->> 'decision' IS NOT NULL THEN json_object('type', 'decided',
      'request', progress -> 'request', 'decision', shown -> 'decision')
    ELSE json_object('type', 'open', 'request', progress -> 'request', 'left', shown -> 'leftByAgent',
      'failure', json(iif(shown ->> 'failure' IS NULL, 'null', json_object(
        'kind', iif(substr(shown -> 'failure', -${changed.length}) = '${changed}', 'changed', 'other'),
        'text', shown -> 'failure'))))
  END`;

/**
 * One state of each staged change in the place of the fields that it was told by, with the reason of a
 * failure. The trigger that writes the ledger is as before, and reads the ending from there.
 */
export const previewStates = `
DROP TRIGGER action_into_ledger;
UPDATE pending_actions SET
    shown = json_set(json_remove(shown, '$.request', '$.decision', '$.failure', '$.leftByAgent', '$.ending'),
      '$.state', json(${state})),
    progress = json_set(json_remove(progress, '$.request', '$.verdict', '$.undoing'),
      '$.forced', 3 - (progress ->> 'forcesLeft'))
  WHERE json_valid(shown) AND json_valid(progress);
CREATE TRIGGER action_into_ledger AFTER UPDATE OF shown ON pending_actions
WHEN json_extract(NEW.shown, '$.state.ending') IS NOT NULL
  AND json_extract(NEW.shown, '$.state.ending') IS NOT json_extract(OLD.shown, '$.state.ending') BEGIN
  INSERT INTO ledger (workspace_id, subject, workspace, folder, kind, asker, tool, opened_at, settled_at, record)
    SELECT w.id, NEW.id, w.name, w.folder, 'preview', coalesce(json_extract(NEW.shown, '$.asker'), w.agent),
      json_extract(NEW.shown, '$.sourceToolName'), json_extract(NEW.shown, '$.openedAt'),
      json_extract(NEW.shown, '$.state.ending.at'),
      json_object('label', json_extract(NEW.shown, '$.label'), 'ending', json_extract(NEW.shown, '$.state.ending'),
        'files', (SELECT json_group_array(json_object('path', json_extract(value, '$.path'), 'change', json_extract(value, '$.change')))
                  FROM json_each(NEW.shown, '$.preview.files')))
    FROM workspaces AS w WHERE w.id = NEW.workspace_id
  ON CONFLICT (workspace_id, subject) WHERE kind = 'preview' DO UPDATE SET record = excluded.record;
END;
`;
