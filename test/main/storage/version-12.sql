PRAGMA foreign_keys = OFF;
BEGIN;
CREATE TABLE workspaces (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  folder TEXT NOT NULL,
  mode TEXT NOT NULL,
  agent TEXT NOT NULL,
  turn TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
, input_tokens INTEGER NOT NULL DEFAULT 0, output_tokens INTEGER NOT NULL DEFAULT 0, archived INTEGER NOT NULL DEFAULT 0, unread INTEGER NOT NULL DEFAULT 0, removed_at INTEGER, dialect TEXT, approvals TEXT NOT NULL DEFAULT 'ask') STRICT;
INSERT INTO workspaces VALUES ('f96ed286-29fd-4907-a589-c4caa9f6dacd', 'tea', '/projects/tea', 'plan', 'guide', '{"status":"working"}', 1795284004000, 1795284018000, 6, 6, 0, 0, NULL, NULL, 'ask');
CREATE TABLE messages (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  workspace_id TEXT NOT NULL REFERENCES workspaces(id) ON DELETE CASCADE,
  role TEXT NOT NULL CHECK (role IN ('user', 'agent')),
  sender_key TEXT,
  queued INTEGER NOT NULL DEFAULT 0,
  complete_steps INTEGER NOT NULL DEFAULT 0,
  created_at INTEGER NOT NULL, input_tokens INTEGER NOT NULL DEFAULT 0, output_tokens INTEGER NOT NULL DEFAULT 0, replaced_by INTEGER, withdrawn_by TEXT, mentions TEXT, outside INTEGER NOT NULL DEFAULT 0,
  UNIQUE (workspace_id, sender_key)
) STRICT;
INSERT INTO messages VALUES (1, 'f96ed286-29fd-4907-a589-c4caa9f6dacd', 'user', 'k1', 0, 0, 1795284005000, 0, 0, NULL, NULL, '[]', 0);
INSERT INTO messages VALUES (2, 'f96ed286-29fd-4907-a589-c4caa9f6dacd', 'agent', NULL, 0, 2, 1795284007000, 2, 2, NULL, NULL, NULL, 0);
INSERT INTO messages VALUES (3, 'f96ed286-29fd-4907-a589-c4caa9f6dacd', 'user', 'k3', 0, 0, 1795284011000, 0, 0, NULL, NULL, '[]', 0);
INSERT INTO messages VALUES (4, 'f96ed286-29fd-4907-a589-c4caa9f6dacd', 'agent', NULL, 0, 3, 1795284013000, 3, 3, NULL, NULL, NULL, 0);
INSERT INTO messages VALUES (5, 'f96ed286-29fd-4907-a589-c4caa9f6dacd', 'user', 'k2', 0, 0, 1795284017000, 0, 0, NULL, NULL, '[]', 0);
INSERT INTO messages VALUES (6, 'f96ed286-29fd-4907-a589-c4caa9f6dacd', 'agent', NULL, 0, 1, 1795284019000, 1, 1, NULL, NULL, NULL, 0);
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
INSERT INTO parts VALUES (1, 0, 0, 'text', 'Put a tea on the menu', NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO parts VALUES (2, 0, 0, 'tool', '', 'c1', 'ask_user_question', '{"questions":[{"question":"Which tea?","header":"Choice","options":[{"label":"A","description":"the first"},{"label":"B","description":"the second"}],"multiSelect":false}]}', '{"ok":true,"text":"User has answered your questions: \"Which tea?\"=\"A\". You can now continue with the user''s answers in mind."}', '{"questions":[{"id":"1","prompt":"Which tea?","header":"Choice","kind":"choice","options":[{"label":"A","description":"the first"},{"label":"B","description":"the second"}],"multiple":false}],"answers":{"Which tea?":"A"},"replies":[{"status":"answered","questionId":"1","picks":["A"],"origin":"picked"}]}', NULL);
INSERT INTO parts VALUES (2, 1, 1, 'text', 'Then the first.', NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO parts VALUES (3, 0, 0, 'text', 'Do it', NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO parts VALUES (4, 0, 0, 'tool', '', 'c2', 'edit_file', '{"path":"menu.txt","edits":[{"oldText":"green","newText":"white"}]}', '{"ok":true,"text":"Preview: Edit menu.txt. Nothing is written yet."}', NULL, NULL);
INSERT INTO parts VALUES (4, 1, 1, 'tool', '', 'c3', 'resolve', '{"action":"apply","reason":"It is right"}', '{"ok":true,"text":"Applied: Edit menu.txt.\nThe user added: Fine"}', '{"action":"apply","reason":"It is right","sourceToolName":"edit_file","label":"Edit menu.txt","sourceResultDetails":{"files":[{"path":"menu.txt","change":"changed"}]},"decidedBy":"user"}', NULL);
INSERT INTO parts VALUES (4, 2, 2, 'text', 'The menu has it.', NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO parts VALUES (5, 0, 0, 'text', 'And a cup', NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO parts VALUES (6, 0, 0, 'tool', '', 'c4', 'ask_user_question', '{"questions":[{"question":"Which cup?","header":"Choice","options":[{"label":"A","description":"the first"},{"label":"B","description":"the second"}],"multiSelect":false}]}', NULL, NULL, NULL);
CREATE TABLE asks (
  workspace_id TEXT NOT NULL REFERENCES workspaces(id) ON DELETE CASCADE,
  tool_call_id TEXT NOT NULL,
  message_id INTEGER NOT NULL REFERENCES messages(id) ON DELETE CASCADE,
  asker TEXT NOT NULL,
  questions TEXT NOT NULL,
  opened_at INTEGER NOT NULL,
  settlement TEXT, timeout TEXT,
  PRIMARY KEY (workspace_id, tool_call_id)
) STRICT;
INSERT INTO asks VALUES ('f96ed286-29fd-4907-a589-c4caa9f6dacd', 'c1', 2, 'Parley', '[{"id":"1","prompt":"Which tea?","header":"Choice","kind":"choice","options":[{"label":"A","description":"the first"},{"label":"B","description":"the second"}],"multiple":false}]', 1795284008000, '{"outcome":{"type":"answered","replies":[{"status":"answered","questionId":"1","picks":["A"],"origin":"picked"}],"timedOut":false},"where":"card","at":1795284009000}', NULL);
INSERT INTO asks VALUES ('f96ed286-29fd-4907-a589-c4caa9f6dacd', 'c4', 6, 'Parley', '[{"id":"1","prompt":"Which cup?","header":"Choice","kind":"choice","options":[{"label":"A","description":"the first"},{"label":"B","description":"the second"}],"multiple":false}]', 1795284020000, NULL, NULL);
CREATE TABLE drafts (
  workspace_id TEXT NOT NULL REFERENCES workspaces(id) ON DELETE CASCADE,
  subject TEXT NOT NULL,
  body TEXT NOT NULL,
  PRIMARY KEY (workspace_id, subject)
) STRICT;
INSERT INTO drafts VALUES ('f96ed286-29fd-4907-a589-c4caa9f6dacd', 'message', 'not sent yet');
CREATE TABLE settings (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
CREATE TABLE attachments (
  workspace_id TEXT NOT NULL REFERENCES workspaces(id) ON DELETE CASCADE,
  id TEXT NOT NULL,
  message_id INTEGER REFERENCES messages(id) ON DELETE CASCADE,
  about TEXT NOT NULL,
  data BLOB NOT NULL,
  PRIMARY KEY (workspace_id, id)
) STRICT;
INSERT INTO attachments VALUES ('f96ed286-29fd-4907-a589-c4caa9f6dacd', 'a1', NULL, '{"kind":"text","id":"a1","name":"note.txt","size":5}', X'68656c6c6f');
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
INSERT INTO pending_actions VALUES ('f96ed286-29fd-4907-a589-c4caa9f6dacd', '2e5542fd-3eec-4a2b-a7eb-c101cc90d60c', 4, 'c2', 0, '{"type":"edit","files":[{"path":"menu.txt","before":"black\ngreen\n","after":"black\nwhite\n","mode":420}]}', '{"id":"2e5542fd-3eec-4a2b-a7eb-c101cc90d60c","label":"Edit menu.txt","sourceToolName":"edit_file","fingerprint":"a0af3a99381077bc2687bd481cae8922969551a753e59d506f2e44da78098890","preview":{"type":"edit","files":[{"path":"menu.txt","change":"changed","hunks":[{"oldStart":1,"oldLines":2,"newStart":1,"newLines":2,"lines":[" black","-green","+white"]}]}]},"openedAt":1795284014000,"request":{"reason":"It is right"},"decision":null,"failure":null,"leftByAgent":false,"ending":{"type":"applied","decidedBy":"user","agentReason":"It is right","userWords":"Fine","at":1795284015000,"undone":false}}', '{"step":0,"calls":["c2"],"request":{"toolCallId":"c3","reason":"It is right"},"verdict":null,"result":{"ok":true,"text":"Applied: Edit menu.txt.\nThe user added: Fine","details":{"action":"apply","reason":"It is right","sourceToolName":"edit_file","label":"Edit menu.txt","sourceResultDetails":{"files":[{"path":"menu.txt","change":"changed"}]},"decidedBy":"user"}},"forcesLeft":2,"forcedAt":{"messageId":4,"step":1}}');
CREATE TABLE steering (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  workspace_id TEXT NOT NULL REFERENCES workspaces(id) ON DELETE CASCADE,
  message_id INTEGER REFERENCES messages(id) ON DELETE CASCADE,
  step INTEGER,
  text TEXT NOT NULL
, kind TEXT NOT NULL DEFAULT 'aside') STRICT;
INSERT INTO steering VALUES (1, 'f96ed286-29fd-4907-a589-c4caa9f6dacd', 4, 1, '<system-reminder>
This is a preview. Call the `resolve` tool to apply or discard these changes.
</system-reminder>', 'aside');
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
INSERT INTO ledger VALUES (1, 'f96ed286-29fd-4907-a589-c4caa9f6dacd', 'c1', 'tea', '/projects/tea', 'ask', 'Parley', 'ask_user_question', 1795284008000, 1795284009000, '{"questions":[{"id":"1","prompt":"Which tea?","header":"Choice","kind":"choice","options":[{"label":"A","description":"the first"},{"label":"B","description":"the second"}],"multiple":false}],"outcome":{"type":"answered","replies":[{"status":"answered","questionId":"1","picks":["A"],"origin":"picked"}],"timedOut":false},"where":"card","at":1795284009000}');
INSERT INTO ledger VALUES (2, 'f96ed286-29fd-4907-a589-c4caa9f6dacd', '2e5542fd-3eec-4a2b-a7eb-c101cc90d60c', 'tea', '/projects/tea', 'preview', 'guide', 'edit_file', 1795284014000, 1795284015000, '{"label":"Edit menu.txt","ending":{"type":"applied","decidedBy":"user","agentReason":"It is right","userWords":"Fine","at":1795284015000,"undone":false},"files":[{"path":"menu.txt","change":"changed"}]}');
DELETE FROM sqlite_sequence;
INSERT INTO sqlite_sequence VALUES ('messages', 6);
INSERT INTO sqlite_sequence VALUES ('steering', 1);
CREATE INDEX messages_of_workspace ON messages (workspace_id, id);
CREATE INDEX parts_of_call ON parts (tool_call_id) WHERE tool_call_id IS NOT NULL;
CREATE INDEX pending_asks ON asks (workspace_id) WHERE settlement IS NULL;
CREATE INDEX asks_of_message ON asks (message_id);
CREATE INDEX attachments_of_message ON attachments (message_id) WHERE message_id IS NOT NULL;
CREATE INDEX actions_of_message ON pending_actions (message_id);
CREATE INDEX actions_pending ON pending_actions (workspace_id) WHERE pending = 1;
CREATE INDEX steering_of_workspace ON steering (workspace_id);
CREATE INDEX outside_calls_untold ON outside_calls (likeness) WHERE presence <> 'told';
CREATE UNIQUE INDEX ledger_of_previews ON ledger (workspace_id, subject) WHERE kind = 'preview';
CREATE TRIGGER ask_into_ledger AFTER UPDATE OF settlement ON asks
WHEN OLD.settlement IS NULL AND NEW.settlement IS NOT NULL BEGIN
  INSERT INTO ledger (workspace_id, subject, workspace, folder, kind, asker, tool, opened_at, settled_at, record)
    SELECT w.id, NEW.tool_call_id, w.name, w.folder, 'ask', NEW.asker,
      (SELECT tool_name FROM parts WHERE parts.message_id = NEW.message_id AND parts.tool_call_id = NEW.tool_call_id),
      NEW.opened_at, json_extract(NEW.settlement, '$.at'), '{"questions":' || NEW.questions || ',' || substr(NEW.settlement, 2)
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
PRAGMA user_version = 12;
COMMIT;
