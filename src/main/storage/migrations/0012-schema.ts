/** Chats, their messages and parts, what their agents ask, unsent entries, settings. */
const chats = `
CREATE TABLE workspaces (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  folder TEXT NOT NULL,
  mode TEXT NOT NULL,
  agent TEXT NOT NULL,
  turn TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  input_tokens INTEGER NOT NULL DEFAULT 0,
  output_tokens INTEGER NOT NULL DEFAULT 0,
  archived INTEGER NOT NULL DEFAULT 0,
  unread INTEGER NOT NULL DEFAULT 0,
  removed_at INTEGER,
  dialect TEXT, -- null is automatic
  approvals TEXT NOT NULL DEFAULT 'ask'
) STRICT;

CREATE TABLE messages (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  workspace_id TEXT NOT NULL REFERENCES workspaces(id) ON DELETE CASCADE,
  role TEXT NOT NULL CHECK (role IN ('user', 'agent')),
  sender_key TEXT,
  queued INTEGER NOT NULL DEFAULT 0,
  complete_steps INTEGER NOT NULL DEFAULT 0,
  created_at INTEGER NOT NULL,
  input_tokens INTEGER NOT NULL DEFAULT 0,
  output_tokens INTEGER NOT NULL DEFAULT 0,
  replaced_by INTEGER, -- the message sent instead, when the person went back to an earlier one
  withdrawn_by TEXT, -- the call that took it out of the queue
  mentions TEXT, -- files of the folder
  outside INTEGER NOT NULL DEFAULT 0, -- a call from outside, which the chat's agent never reads
  UNIQUE (workspace_id, sender_key)
) STRICT;
CREATE INDEX messages_of_workspace ON messages (workspace_id, id);

CREATE TABLE parts (
  message_id INTEGER NOT NULL REFERENCES messages(id) ON DELETE CASCADE,
  position INTEGER NOT NULL,
  step INTEGER NOT NULL,
  type TEXT NOT NULL CHECK (type IN ('text', 'reasoning', 'tool')),
  text TEXT NOT NULL DEFAULT '',
  tool_call_id TEXT,
  tool_name TEXT,
  input TEXT,
  result TEXT,
  details TEXT,
  provider_metadata TEXT,
  PRIMARY KEY (message_id, position)
) STRICT;
CREATE INDEX parts_of_call ON parts (tool_call_id) WHERE tool_call_id IS NOT NULL;

CREATE TABLE asks (
  workspace_id TEXT NOT NULL REFERENCES workspaces(id) ON DELETE CASCADE,
  tool_call_id TEXT NOT NULL,
  message_id INTEGER NOT NULL REFERENCES messages(id) ON DELETE CASCADE,
  asker TEXT NOT NULL,
  questions TEXT NOT NULL,
  opened_at INTEGER NOT NULL,
  settlement TEXT,
  timeout TEXT, -- null is no countdown
  PRIMARY KEY (workspace_id, tool_call_id)
) STRICT;
CREATE INDEX pending_asks ON asks (workspace_id) WHERE settlement IS NULL;
CREATE INDEX asks_of_message ON asks (message_id);

CREATE TABLE drafts (
  workspace_id TEXT NOT NULL REFERENCES workspaces(id) ON DELETE CASCADE,
  subject TEXT NOT NULL,
  body TEXT NOT NULL,
  PRIMARY KEY (workspace_id, subject)
) STRICT;

CREATE TABLE settings (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
`;

/** Files attached to messages; one without a message belongs to the unsent one. */
const attachments = `
CREATE TABLE attachments (
  workspace_id TEXT NOT NULL REFERENCES workspaces(id) ON DELETE CASCADE,
  id TEXT NOT NULL,
  message_id INTEGER REFERENCES messages(id) ON DELETE CASCADE,
  about TEXT NOT NULL,
  data BLOB NOT NULL,
  PRIMARY KEY (workspace_id, id)
) STRICT;
CREATE INDEX attachments_of_message ON attachments (message_id) WHERE message_id IS NOT NULL;
`;

/**
 * Staged changes, and what is said to an agent between the messages. A steering without a message goes with
 * the next request; with one it stands before that call of the model. Its kind is `aside`, `go-on` where the
 * agent is to go on by it, also after its end, or `fresh` where nothing before it goes along either.
 */
const previews = `
CREATE TABLE pending_actions (
  workspace_id TEXT NOT NULL REFERENCES workspaces(id) ON DELETE CASCADE,
  id TEXT NOT NULL,
  message_id INTEGER NOT NULL REFERENCES messages(id) ON DELETE CASCADE,
  tool_call_id TEXT NOT NULL,
  pending INTEGER NOT NULL DEFAULT 1,
  content TEXT NOT NULL,
  shown TEXT NOT NULL,
  progress TEXT NOT NULL,
  PRIMARY KEY (workspace_id, id)
) STRICT;
CREATE INDEX actions_of_message ON pending_actions (message_id);
CREATE INDEX actions_pending ON pending_actions (workspace_id) WHERE pending = 1;

CREATE TABLE steering (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  workspace_id TEXT NOT NULL REFERENCES workspaces(id) ON DELETE CASCADE,
  message_id INTEGER REFERENCES messages(id) ON DELETE CASCADE,
  step INTEGER,
  text TEXT NOT NULL,
  kind TEXT NOT NULL DEFAULT 'aside'
) STRICT;
CREATE INDEX steering_of_workspace ON steering (workspace_id);
`;

/**
 * Calls of askers from outside the chats, each in a message of its own. `sender_key` is the caller's own name
 * for the call, `likeness` the same for the same questions of the same asker.
 */
const outside = `
CREATE TABLE outside_calls (
  workspace_id TEXT NOT NULL REFERENCES workspaces(id) ON DELETE CASCADE,
  tool_call_id TEXT NOT NULL,
  tool TEXT NOT NULL,
  sender_key TEXT UNIQUE,
  likeness TEXT NOT NULL,
  presence TEXT NOT NULL,
  asked_at INTEGER NOT NULL,
  PRIMARY KEY (workspace_id, tool_call_id)
) STRICT;
CREATE INDEX outside_calls_untold ON outside_calls (likeness) WHERE presence <> 'told';
`;

/** The first bracket of a settlement is left out, so that the questions stand in front of what it says. */
const askRecord = `'{"questions":' || NEW.questions || ',' || substr(NEW.settlement, 2)`;

/**
 * The ledger: what came of every question and preview. Triggers write it in the very transaction that
 * settles them, so no way of settling can pass it by; it outlives the chats it tells of. An entry is appended
 * under a number without gaps, which is the order, and only previews, whose entry is written again when they
 * are undone, have an index. `subject` is the call of a question, the id of a preview. Who asked is an asker
 * from outside by its own name, else the chat's agent.
 */
const ledger = `
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

/** The tables of version 12, which Parley 0.1.0 wrote. A new database begins with them. */
export const schema = [chats, attachments, previews, outside, ledger].join('');
