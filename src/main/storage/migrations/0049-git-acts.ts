/**
 * What the person had git do with the branches of worktrees, stored before it begins; what came of it goes to the ledger too.
 * A row may outlive its chat, as the folder does that git was to change.
 */
export const gitActs = `CREATE TABLE git_acts (
  id TEXT PRIMARY KEY,
  workspace_id TEXT NOT NULL,
  act TEXT NOT NULL,
  place TEXT NOT NULL,
  begun_at INTEGER NOT NULL,
  settlement TEXT
) STRICT;
CREATE INDEX git_acts_of_workspace ON git_acts (workspace_id);
CREATE INDEX unsettled_git_acts ON git_acts (begun_at) WHERE settlement IS NULL;

CREATE TRIGGER git_act_into_ledger AFTER UPDATE OF settlement ON git_acts
WHEN OLD.settlement IS NULL AND NEW.settlement IS NOT NULL BEGIN
  INSERT INTO ledger (workspace_id, subject, workspace, folder, kind, asker, agent, tool, opened_at, settled_at, record)
    SELECT w.id, NEW.id, w.name, w.folder, 'git', w.agent, w.agent, NULL, NEW.begun_at,
      json_extract(NEW.settlement, '$.at'), json_object('act', json(NEW.act), 'settlement', json(NEW.settlement))
    FROM workspaces AS w WHERE w.id = NEW.workspace_id;
END;`;
