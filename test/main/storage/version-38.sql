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
, input_tokens INTEGER NOT NULL DEFAULT 0, output_tokens INTEGER NOT NULL DEFAULT 0, archived INTEGER NOT NULL DEFAULT 0, unread INTEGER NOT NULL DEFAULT 0, removed_at INTEGER, dialect TEXT, approvals TEXT NOT NULL DEFAULT 'ask', folder_identity TEXT, pinned INTEGER NOT NULL DEFAULT 0, named INTEGER NOT NULL DEFAULT 1, context_tokens INTEGER NOT NULL DEFAULT 0, thinking TEXT NOT NULL DEFAULT 'off', cost INTEGER NOT NULL DEFAULT 0, unpriced_tokens INTEGER NOT NULL DEFAULT 0, branch INTEGER NOT NULL DEFAULT 0) STRICT;
INSERT INTO workspaces VALUES ('f96ed286-29fd-4907-a589-c4caa9f6dacd', 'tea', '/projects/tea', 'plan', 'guide', '{"status":"working"}', 1795284004000, 1795284018000, 6, 6, 0, 0, NULL, NULL, 'auto-edits', NULL, 1, 0, 0, 'high', 0, 12, 0);
INSERT INTO workspaces VALUES ('b1de0c9e-5b7f-4d63-9a0e-3f3c2a1d7e55', 'Repair the clock', '/projects/clock', 'exec', 'acp/claude', '{"status":"working"}', 1795300000000, 1795300000040, 900, 100, 0, 1, NULL, NULL, 'ask', '1:2:3', 0, 0, 1000, 'off', 250000000, 0, 13);
CREATE TABLE messages (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  workspace_id TEXT NOT NULL REFERENCES workspaces(id) ON DELETE CASCADE,
  role TEXT NOT NULL CHECK (role IN ('user', 'agent')),
  sender_key TEXT,
  queued INTEGER NOT NULL DEFAULT 0,
  complete_steps INTEGER NOT NULL DEFAULT 0,
  created_at INTEGER NOT NULL, input_tokens INTEGER NOT NULL DEFAULT 0, output_tokens INTEGER NOT NULL DEFAULT 0, replaced_by INTEGER, withdrawn_by TEXT, mentions TEXT, outside INTEGER NOT NULL DEFAULT 0, summarises INTEGER, branch INTEGER NOT NULL DEFAULT 0, version_of INTEGER, command TEXT, context_tokens INTEGER, notes TEXT,
  UNIQUE (workspace_id, sender_key)
) STRICT;
INSERT INTO messages VALUES (1, 'f96ed286-29fd-4907-a589-c4caa9f6dacd', 'user', 'k1', 0, 0, 1795284005000, 0, 0, NULL, NULL, '[]', 0, NULL, 0, NULL, NULL, NULL, NULL);
INSERT INTO messages VALUES (2, 'f96ed286-29fd-4907-a589-c4caa9f6dacd', 'agent', NULL, 0, 2, 1795284007000, 2, 2, NULL, NULL, NULL, 0, NULL, 0, NULL, NULL, NULL, NULL);
INSERT INTO messages VALUES (3, 'f96ed286-29fd-4907-a589-c4caa9f6dacd', 'user', 'k3', 0, 0, 1795284011000, 0, 0, NULL, NULL, '[]', 0, NULL, 0, NULL, NULL, NULL, NULL);
INSERT INTO messages VALUES (4, 'f96ed286-29fd-4907-a589-c4caa9f6dacd', 'agent', NULL, 0, 3, 1795284013000, 3, 3, NULL, NULL, NULL, 0, NULL, 0, NULL, NULL, NULL, NULL);
INSERT INTO messages VALUES (5, 'f96ed286-29fd-4907-a589-c4caa9f6dacd', 'user', 'k2', 0, 0, 1795284017000, 0, 0, NULL, NULL, '[]', 0, NULL, 0, NULL, NULL, NULL, NULL);
INSERT INTO messages VALUES (6, 'f96ed286-29fd-4907-a589-c4caa9f6dacd', 'agent', NULL, 0, 1, 1795284019000, 1, 1, NULL, NULL, NULL, 0, NULL, 0, NULL, NULL, NULL, NULL);
INSERT INTO messages VALUES (7, 'b1de0c9e-5b7f-4d63-9a0e-3f3c2a1d7e55', 'user', 'c0', 0, 0, 1795300000000, 0, 0, NULL, NULL, '[]', 0, NULL, 0, NULL, NULL, NULL, NULL);
INSERT INTO messages VALUES (8, 'b1de0c9e-5b7f-4d63-9a0e-3f3c2a1d7e55', 'agent', NULL, 0, 1, 1795300000000, 0, 0, NULL, NULL, NULL, 0, NULL, 0, NULL, NULL, NULL, NULL);
INSERT INTO messages VALUES (9, 'b1de0c9e-5b7f-4d63-9a0e-3f3c2a1d7e55', 'agent', NULL, 0, 0, 1795300000000, 0, 0, NULL, NULL, NULL, 0, 8, 0, NULL, NULL, NULL, NULL);
INSERT INTO messages VALUES (10, 'b1de0c9e-5b7f-4d63-9a0e-3f3c2a1d7e55', 'user', 'c3', 0, 0, 1795300000000, 0, 0, NULL, NULL, '[]', 0, NULL, 0, NULL, '{"source":".parley/commands/oil.md","text":"Oil it."}', NULL, NULL);
INSERT INTO messages VALUES (11, 'b1de0c9e-5b7f-4d63-9a0e-3f3c2a1d7e55', 'user', 'c1', 0, 0, 1795300000001, 0, 0, 13, NULL, '["spring.md"]', 0, NULL, 0, NULL, NULL, NULL, NULL);
INSERT INTO messages VALUES (12, 'b1de0c9e-5b7f-4d63-9a0e-3f3c2a1d7e55', 'agent', NULL, 0, 1, 1795300000002, 900, 100, 13, NULL, NULL, 0, NULL, 0, NULL, NULL, 1000, '[{"type":"images-left-out","by":"Claude","images":[{"id":"img-1","name":"clock.png"}],"why":{"type":"refused","among":false}}]');
INSERT INTO messages VALUES (13, 'b1de0c9e-5b7f-4d63-9a0e-3f3c2a1d7e55', 'user', 'c2', 0, 0, 1795300000010, 0, 0, NULL, NULL, '["spring.md"]', 0, NULL, 13, 11, NULL, NULL, NULL);
INSERT INTO messages VALUES (14, 'b1de0c9e-5b7f-4d63-9a0e-3f3c2a1d7e55', 'agent', NULL, 0, 0, 1795300000011, 0, 0, NULL, NULL, NULL, 0, NULL, 13, NULL, NULL, NULL, NULL);
INSERT INTO messages VALUES (15, 'b1de0c9e-5b7f-4d63-9a0e-3f3c2a1d7e55', 'agent', NULL, 0, 1, 1795300000030, 0, 0, NULL, NULL, NULL, 1, NULL, 0, NULL, NULL, NULL, NULL);
INSERT INTO messages VALUES (16, 'b1de0c9e-5b7f-4d63-9a0e-3f3c2a1d7e55', 'agent', NULL, 0, 1, 1795300000031, 0, 0, NULL, NULL, NULL, 1, NULL, 0, NULL, NULL, NULL, NULL);
INSERT INTO messages VALUES (17, 'b1de0c9e-5b7f-4d63-9a0e-3f3c2a1d7e55', 'agent', NULL, 0, 1, 1795300000033, 0, 0, NULL, NULL, NULL, 1, NULL, 0, NULL, NULL, NULL, NULL);
INSERT INTO messages VALUES (18, 'b1de0c9e-5b7f-4d63-9a0e-3f3c2a1d7e55', 'user', 'c5', 1, 0, 1795300000037, 0, 0, NULL, 'w-5', '[]', 0, NULL, 13, NULL, NULL, NULL, NULL);
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
  provider_metadata TEXT, kind TEXT, started_at INTEGER, ended_at INTEGER, work TEXT,
  PRIMARY KEY (message_id, position)
) STRICT;
INSERT INTO parts VALUES (1, 0, 0, 'text', 'Put a tea on the menu', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO parts VALUES (2, 0, 0, 'tool', '', 'c1', 'ask_user_question', '{"questions":[{"question":"Which tea?","header":"Choice","options":[{"label":"A","description":"the first"},{"label":"B","description":"the second"}],"multiSelect":false}]}', '{"ok":true,"text":"User has answered your questions: \"Which tea?\"=\"A\". You can now continue with the user''s answers in mind."}', '{"questions":[{"id":"1","prompt":"Which tea?","header":"Choice","kind":"choice","options":[{"label":"A","description":"the first"},{"label":"B","description":"the second"}],"multiple":false}],"answers":{"Which tea?":"A"},"replies":[{"status":"answered","questionId":"1","picks":["A"],"origin":"picked"}]}', NULL, 'question', NULL, NULL, NULL);
INSERT INTO parts VALUES (2, 1, 1, 'text', 'Then the first.', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO parts VALUES (3, 0, 0, 'text', 'Do it', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO parts VALUES (4, 0, 0, 'tool', '', 'c2', 'edit_file', '{"path":"menu.txt","edits":[{"oldText":"green","newText":"white"}]}', '{"ok":true,"text":"Preview: Edit menu.txt. Nothing is written yet."}', NULL, NULL, 'preview', NULL, NULL, NULL);
INSERT INTO parts VALUES (4, 1, 1, 'tool', '', 'c3', 'resolve', '{"action":"apply","reason":"It is right"}', '{"ok":true,"text":"Applied: Edit menu.txt.\nThe user added: Fine"}', '{"action":"apply","reason":"It is right","sourceToolName":"edit_file","label":"Edit menu.txt","sourceResultDetails":{"files":[{"path":"menu.txt","change":"changed"}]},"decidedBy":"user"}', NULL, 'preview', NULL, NULL, NULL);
INSERT INTO parts VALUES (4, 2, 2, 'text', 'The menu has it.', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO parts VALUES (5, 0, 0, 'text', 'And a cup', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO parts VALUES (6, 0, 0, 'tool', '', 'c4', 'ask_user_question', '{"questions":[{"question":"Which cup?","header":"Choice","options":[{"label":"A","description":"the first"},{"label":"B","description":"the second"}],"multiSelect":false}]}', NULL, NULL, NULL, 'question', NULL, NULL, NULL);
INSERT INTO parts VALUES (7, 0, 0, 'text', 'Good day', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO parts VALUES (8, 0, 0, 'text', 'Good day.', NULL, NULL, NULL, NULL, NULL, NULL, NULL, 1795300000000, NULL, NULL);
INSERT INTO parts VALUES (9, 0, 0, 'text', 'They greeted each other.', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO parts VALUES (9, 1, 0, 'text', 'Hard', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO parts VALUES (10, 0, 0, 'text', '/oil', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO parts VALUES (11, 0, 0, 'text', 'Which spring?', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO parts VALUES (12, 0, 0, 'reasoning', 'Hm.', NULL, NULL, NULL, NULL, NULL, '{"anthropic":{"signature":"s"}}', NULL, 1795300000003, 1795300000004, NULL);
INSERT INTO parts VALUES (12, 1, 0, 'tool', '', 'w1', 'Read', '{"path":"spring.md"}', '{"ok":true,"text":"steel"}', '{"lines":1}', NULL, 'plain', 1795300000005, 1795300000006, '{"title":"Read spring.md","kind":"read","places":[{"path":"spring.md","line":3}],"files":[],"output":""}');
INSERT INTO parts VALUES (13, 0, 0, 'text', 'Which steel spring?', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO parts VALUES (14, 0, 0, 'tool', '', 'q1', 'ask_user_question', '{"questions":[{"question":"Which steel?","header":"Steel","options":[{"label":"Soft","description":"bends"},{"label":"Hard","description":"breaks"}],"multiSelect":false}]}', NULL, NULL, NULL, 'question', 1795300000012, NULL, NULL);
INSERT INTO parts VALUES (14, 1, 0, 'tool', '', 'e1', 'edit_file', '{}', NULL, NULL, NULL, 'preview', 1795300000012, NULL, NULL);
INSERT INTO parts VALUES (14, 2, 0, 'tool', '', 'e2', 'edit_file', '{}', NULL, NULL, NULL, 'preview', 1795300000012, NULL, NULL);
INSERT INTO parts VALUES (14, 3, 0, 'tool', '', 'p1', 'run_command', '{"line":"npm test"}', NULL, NULL, NULL, 'command', 1795300000012, NULL, NULL);
INSERT INTO parts VALUES (14, 4, 0, 'tool', '', 'p2', 'run_command', '{"line":"npm run oil"}', NULL, NULL, NULL, 'command', 1795300000012, NULL, NULL);
INSERT INTO parts VALUES (14, 5, 0, 'tool', '', 'f1', 'mcp__tickets__new', '{}', NULL, NULL, NULL, 'plain', 1795300000012, NULL, NULL);
INSERT INTO parts VALUES (15, 0, 0, 'tool', '', 'out-1', 'AskUserQuestion', 'null', NULL, NULL, NULL, 'question', NULL, NULL, NULL);
INSERT INTO parts VALUES (16, 0, 0, 'tool', '', 'out-2', 'ask', 'null', '{"ok":true,"text":"Hard"}', NULL, NULL, 'question', NULL, NULL, NULL);
INSERT INTO parts VALUES (17, 0, 0, 'tool', '', 'out-3', 'review_plan', 'null', NULL, NULL, NULL, 'preview', NULL, NULL, NULL);
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
INSERT INTO asks VALUES ('b1de0c9e-5b7f-4d63-9a0e-3f3c2a1d7e55', 'q1', 14, 'Claude', '[{"id":"1","prompt":"Which steel?","header":"Steel","kind":"choice","options":[{"label":"Soft","description":"bends"},{"label":"Hard","description":"breaks"}],"multiple":false}]', 1795300000013, NULL, '{"deadline":null,"stopped":true}');
INSERT INTO asks VALUES ('b1de0c9e-5b7f-4d63-9a0e-3f3c2a1d7e55', 'out-1', 15, 'Codex', '[{"id":"1","prompt":"Wind it?","header":"Steel","kind":"choice","options":[{"label":"Soft","description":"bends"},{"label":"Hard","description":"breaks"}],"multiple":false}]', 1795300000030, NULL, NULL);
INSERT INTO asks VALUES ('b1de0c9e-5b7f-4d63-9a0e-3f3c2a1d7e55', 'out-2', 16, 'Codex', '[{"id":"1","prompt":"Which steel?","header":"Steel","kind":"choice","options":[{"label":"Soft","description":"bends"},{"label":"Hard","description":"breaks"}],"multiple":false}]', 1795300000031, '{"outcome":{"type":"answered","replies":[{"status":"answered","questionId":"1","picks":["Hard"],"origin":"picked"}],"timedOut":false},"where":"card","at":1795300000032}', NULL);
CREATE TABLE drafts (
  workspace_id TEXT NOT NULL REFERENCES workspaces(id) ON DELETE CASCADE,
  subject TEXT NOT NULL,
  body TEXT NOT NULL,
  PRIMARY KEY (workspace_id, subject)
) STRICT;
INSERT INTO drafts VALUES ('f96ed286-29fd-4907-a589-c4caa9f6dacd', 'message', 'not sent yet');
INSERT INTO drafts VALUES ('b1de0c9e-5b7f-4d63-9a0e-3f3c2a1d7e55', 'ask:q1', '[{"questionId":"1","picks":["Soft"],"otherChosen":false,"other":"","note":"maybe"}]');
INSERT INTO drafts VALUES ('b1de0c9e-5b7f-4d63-9a0e-3f3c2a1d7e55', 'preview:act-2', '{"note":"Look again","reason":"","edits":[],"drops":[],"picks":[],"notes":[],"comments":[]}');
INSERT INTO drafts VALUES ('b1de0c9e-5b7f-4d63-9a0e-3f3c2a1d7e55', 'permission:perm-2', '{"reason":"No oil","line":null}');
INSERT INTO drafts VALUES ('b1de0c9e-5b7f-4d63-9a0e-3f3c2a1d7e55', 'form:form-1', '[{"id":"title","value":"Spring"}]');
INSERT INTO drafts VALUES ('b1de0c9e-5b7f-4d63-9a0e-3f3c2a1d7e55', 'message', 'unsent words');
CREATE TABLE settings (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
INSERT INTO settings VALUES ('theme', '"dark"');
INSERT INTO settings VALUES ('density', '"compact"');
INSERT INTO settings VALUES ('agents', '{"newAgent":"openai/gpt-5","addresses":{}}');
CREATE TABLE attachments (
  workspace_id TEXT NOT NULL REFERENCES workspaces(id) ON DELETE CASCADE,
  id TEXT NOT NULL,
  message_id INTEGER REFERENCES messages(id) ON DELETE CASCADE,
  about TEXT NOT NULL,
  data BLOB NOT NULL, copy BLOB, refused_by TEXT,
  PRIMARY KEY (workspace_id, id)
) STRICT;
INSERT INTO attachments VALUES ('f96ed286-29fd-4907-a589-c4caa9f6dacd', 'a1', NULL, '{"kind":"text","id":"a1","name":"note.txt","size":5}', X'68656C6C6F', NULL, NULL);
INSERT INTO attachments VALUES ('b1de0c9e-5b7f-4d63-9a0e-3f3c2a1d7e55', 'img-1', 11, '{"kind":"image","id":"img-1","name":"clock.png","size":4,"mediaType":"image/png","width":2,"height":1,"copy":{"mediaType":"image/jpeg","width":1,"height":1,"size":3}}', X'01020304', X'090909', '["acp/claude"]');
INSERT INTO attachments VALUES ('b1de0c9e-5b7f-4d63-9a0e-3f3c2a1d7e55', 'img-1-13.0', 13, '{"kind":"image","id":"img-1-13.0","name":"clock.png","size":4,"mediaType":"image/png","width":2,"height":1,"copy":{"mediaType":"image/jpeg","width":1,"height":1,"size":3}}', X'01020304', X'090909', '["acp/claude"]');
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
INSERT INTO pending_actions VALUES ('f96ed286-29fd-4907-a589-c4caa9f6dacd', '2e5542fd-3eec-4a2b-a7eb-c101cc90d60c', 4, 'c2', 0, '{"type":"edit","files":[{"path":"menu.txt","before":"black\ngreen\n","after":"black\nwhite\n","mode":420}]}', '{"id":"2e5542fd-3eec-4a2b-a7eb-c101cc90d60c","label":"Edit menu.txt","sourceToolName":"edit_file","fingerprint":"a0af3a99381077bc2687bd481cae8922969551a753e59d506f2e44da78098890","preview":{"type":"edit","files":[{"path":"menu.txt","change":"changed","hunks":[{"oldStart":1,"oldLines":2,"newStart":1,"newLines":2,"lines":[" black","-green","+white"]}]}]},"openedAt":1795284014000,"state":{"type":"ended","resolvedBy":"c3","ending":{"type":"applied","decidedBy":"user","agentReason":"It is right","userWords":"Fine","at":1795284015000,"undone":false},"undoing":false}}', '{"step":0,"calls":["c2"],"result":{"ok":true,"text":"Applied: Edit menu.txt.\nThe user added: Fine","details":{"action":"apply","reason":"It is right","sourceToolName":"edit_file","label":"Edit menu.txt","sourceResultDetails":{"files":[{"path":"menu.txt","change":"changed"}]},"decidedBy":"user"}},"forcesLeft":2,"forcedAt":{"messageId":4,"step":1},"forced":1}');
INSERT INTO pending_actions VALUES ('b1de0c9e-5b7f-4d63-9a0e-3f3c2a1d7e55', 'act-1', 14, 'e1', 0, '{"type":"edit","files":[{"path":"clock.md","before":"old\n","after":"new\n","mode":420}]}', '{"id":"act-1","label":"Edit clock.md","sourceToolName":"edit_file","fingerprint":"f1","preview":{"type":"edit","files":[{"path":"clock.md","change":"changed","hunks":[{"oldStart":1,"oldLines":1,"newStart":1,"newLines":1,"lines":["-old","+new"]}]}]},"openedAt":1795300000014,"state":{"type":"ended","resolvedBy":null,"ending":{"type":"applied","decidedBy":"user","agentReason":"Right","userWords":"Fine","at":1795300000015,"undone":false},"undoing":false}}', '{"step":0,"calls":["e1"],"result":null,"forcesLeft":3,"forced":0,"forcedAt":null}');
INSERT INTO pending_actions VALUES ('b1de0c9e-5b7f-4d63-9a0e-3f3c2a1d7e55', 'act-2', 14, 'e2', 1, '{"type":"edit","files":[{"path":"clock.md","before":"old\n","after":"new\n","mode":420}]}', '{"id":"act-2","label":"Edit clock.md","sourceToolName":"edit_file","fingerprint":"f1","preview":{"type":"edit","files":[{"path":"clock.md","change":"changed","hunks":[{"oldStart":1,"oldLines":1,"newStart":1,"newLines":1,"lines":["-old","+new"]}]}]},"openedAt":1795300000014,"state":{"type":"open","request":null,"failure":{"kind":"changed","text":"clock.md changed since this preview. Nothing was written."},"left":false}}', '{"step":0,"calls":["e2"],"result":null,"forcesLeft":3,"forced":0,"forcedAt":null}');
INSERT INTO pending_actions VALUES ('b1de0c9e-5b7f-4d63-9a0e-3f3c2a1d7e55', 'act-3', 17, 'out-3', 1, '{"type":"plan"}', '{"id":"act-3","label":"Oil it","sourceToolName":"review_plan","asker":"Codex","fingerprint":"f3","preview":{"type":"plan","title":"Oil it","plan":"# Oil it","file":"oil-it.md","revision":null},"openedAt":1795300000033,"state":{"type":"open","request":null,"failure":null,"left":false}}', '{"step":0,"calls":["out-3"],"result":null,"forcesLeft":0,"forced":0,"forcedAt":null}');
CREATE TABLE steering (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  workspace_id TEXT NOT NULL REFERENCES workspaces(id) ON DELETE CASCADE,
  message_id INTEGER REFERENCES messages(id) ON DELETE CASCADE,
  step INTEGER,
  text TEXT NOT NULL
, kind TEXT NOT NULL DEFAULT 'aside', action_id TEXT) STRICT;
INSERT INTO steering VALUES (1, 'f96ed286-29fd-4907-a589-c4caa9f6dacd', 4, 1, '<system-reminder>
This is a preview. Call the `resolve` tool to apply or discard these changes.
</system-reminder>', 'reminder', NULL);
INSERT INTO steering VALUES (2, 'b1de0c9e-5b7f-4d63-9a0e-3f3c2a1d7e55', 14, 1, 'About the preview “Edit clock.md”: Applied.', 'aside', 'act-1');
INSERT INTO steering VALUES (3, 'b1de0c9e-5b7f-4d63-9a0e-3f3c2a1d7e55', NULL, NULL, '<system-reminder>
This is a preview. Call the `resolve` tool to apply or discard these changes.
</system-reminder>', 'reminder', NULL);
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
INSERT INTO outside_calls VALUES ('b1de0c9e-5b7f-4d63-9a0e-3f3c2a1d7e55', 'out-1', 'ask_user_question', 'key-1', 'd1', 'waiting', 1795300000030);
INSERT INTO outside_calls VALUES ('b1de0c9e-5b7f-4d63-9a0e-3f3c2a1d7e55', 'out-2', 'ask', NULL, 'd2', 'told', 1795300000031);
INSERT INTO outside_calls VALUES ('b1de0c9e-5b7f-4d63-9a0e-3f3c2a1d7e55', 'out-3', 'review_plan', NULL, 'd3', 'waiting', 1795300000033);
CREATE TABLE progress_lists (
  message_id INTEGER PRIMARY KEY REFERENCES messages(id) ON DELETE CASCADE,
  workspace_id TEXT NOT NULL REFERENCES workspaces(id) ON DELETE CASCADE,
  items TEXT NOT NULL
) STRICT;
INSERT INTO progress_lists VALUES (14, 'b1de0c9e-5b7f-4d63-9a0e-3f3c2a1d7e55', '[{"text":"Look","status":"pending"}]');
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
INSERT INTO permissions VALUES ('perm-1', 'b1de0c9e-5b7f-4d63-9a0e-3f3c2a1d7e55', 'p1', 14, 'Claude', '/projects/clock', '{"type":"command","line":"npm test","folder":"/projects/clock","confined":true}', 'To see', '[{"id":"once","meaning":"once"},{"id":"always","meaning":"always","rule":{"effect":"allow","asker":null,"folder":"/projects/clock","match":{"type":"command","words":["npm","test"],"open":true,"confined":true}},"coverage":{"does":"runs tests","asks":[]}},{"id":"no","meaning":"no"}]', 1795300000016, '{"verdict":{"type":"allowed","by":{"type":"person"}},"choice":{"id":"always","meaning":"always"},"rule":{"effect":"allow","asker":null,"folder":"/projects/clock","match":{"type":"command","words":["npm","test"],"open":true,"confined":true},"id":"rule-1"},"at":1795300000017}', 1795300000018, '{"exitCode":0,"durationMs":40}');
INSERT INTO permissions VALUES ('perm-2', 'b1de0c9e-5b7f-4d63-9a0e-3f3c2a1d7e55', 'p2', 14, 'Claude', '/projects/clock', '{"type":"command","line":"npm run oil","folder":"/projects/clock","confined":true}', 'To see', '[{"id":"once","meaning":"once"},{"id":"always","meaning":"always","rule":{"effect":"allow","asker":null,"folder":"/projects/clock","match":{"type":"command","words":["npm","test"],"open":true,"confined":true}},"coverage":{"does":"runs tests","asks":[]}},{"id":"no","meaning":"no"}]', 1795300000016, NULL, NULL, NULL);
CREATE TABLE permission_rules (
  id TEXT PRIMARY KEY,
  rule TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  uses INTEGER NOT NULL DEFAULT 0,
  last_used_at INTEGER
) STRICT;
INSERT INTO permission_rules VALUES ('rule-1', '{"effect":"allow","asker":null,"folder":"/projects/clock","match":{"type":"command","words":["npm","test"],"open":true,"confined":true}}', 1795300000017, 1, 1795300000019);
CREATE TABLE "ledger" (
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
INSERT INTO ledger VALUES (1, 'f96ed286-29fd-4907-a589-c4caa9f6dacd', 'c1', 'tea', '/projects/tea', 'ask', 'Parley', 'ask_user_question', 1795284008000, 1795284009000, '{"questions":[{"id":"1","prompt":"Which tea?","header":"Choice","kind":"choice","options":[{"label":"A","description":"the first"},{"label":"B","description":"the second"}],"multiple":false}],"outcome":{"type":"answered","replies":[{"status":"answered","questionId":"1","picks":["A"],"origin":"picked"}],"timedOut":false},"where":"card","at":1795284009000}');
INSERT INTO ledger VALUES (2, 'f96ed286-29fd-4907-a589-c4caa9f6dacd', '2e5542fd-3eec-4a2b-a7eb-c101cc90d60c', 'tea', '/projects/tea', 'preview', 'guide', 'edit_file', 1795284014000, 1795284015000, '{"label":"Edit menu.txt","ending":{"type":"applied","decidedBy":"user","agentReason":"It is right","userWords":"Fine","at":1795284015000,"undone":false},"files":[{"path":"menu.txt","change":"changed"}]}');
INSERT INTO ledger VALUES (3, 'b1de0c9e-5b7f-4d63-9a0e-3f3c2a1d7e55', 'act-1', 'Repair the clock', '/projects/clock', 'preview', 'acp/claude', 'edit_file', 1795300000014, 1795300000015, '{"label":"Edit clock.md","ending":{"type":"applied","decidedBy":"user","agentReason":"Right","userWords":"Fine","at":1795300000015,"undone":false},"files":[{"path":"clock.md","change":"changed"}]}');
INSERT INTO ledger VALUES (4, 'b1de0c9e-5b7f-4d63-9a0e-3f3c2a1d7e55', 'perm-1', 'Repair the clock', '/projects/clock', 'permission', 'Claude', 'run_command', 1795300000016, 1795300000017, '{"permission":{"type":"command","line":"npm test","folder":"/projects/clock","confined":true},"reason":"To see","settlement":{"verdict":{"type":"allowed","by":{"type":"person"}},"choice":{"id":"always","meaning":"always"},"rule":{"effect":"allow","asker":null,"folder":"/projects/clock","match":{"type":"command","words":["npm","test"],"open":true,"confined":true},"id":"rule-1"},"at":1795300000017},"result":{"exitCode":0,"durationMs":40}}');
INSERT INTO ledger VALUES (5, 'b1de0c9e-5b7f-4d63-9a0e-3f3c2a1d7e55', 'turn:14', 'Repair the clock', '/projects/clock', 'preview', 'acp/claude', NULL, 1795300000021, 1795300000021, '{"label":"Changes of a turn in 1 file","ending":{"type":"applied","decidedBy":"user","agentReason":null,"userWords":null,"at":1795300000021,"undone":true},"files":[{"path":"clock.md","change":"changed"}]}');
INSERT INTO ledger VALUES (6, 'b1de0c9e-5b7f-4d63-9a0e-3f3c2a1d7e55', 'form-2', 'Repair the clock', '/projects/clock', 'form', 'Claude', 'mcp__tickets__new', 1795300000023, 1795300000024, '{"server":null,"message":"Sign in","form":{"type":"link","before":"https://","host":"a.example","after":"/"},"settlement":{"ending":{"type":"accepted","values":[]},"at":1795300000024}}');
INSERT INTO ledger VALUES (7, 'b1de0c9e-5b7f-4d63-9a0e-3f3c2a1d7e55', 'out-2', 'Repair the clock', '/projects/clock', 'ask', 'Codex', 'ask', 1795300000031, 1795300000032, '{"questions":[{"id":"1","prompt":"Which steel?","header":"Steel","kind":"choice","options":[{"label":"Soft","description":"bends"},{"label":"Hard","description":"breaks"}],"multiple":false}],"outcome":{"type":"answered","replies":[{"status":"answered","questionId":"1","picks":["Hard"],"origin":"picked"}],"timedOut":false},"where":"card","at":1795300000032}');
CREATE TABLE command_runs (
  workspace_id TEXT NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
  tool_call_id TEXT NOT NULL,
  message_id INTEGER NOT NULL,
  marker TEXT NOT NULL UNIQUE,
  run TEXT NOT NULL,
  open INTEGER NOT NULL,
  process TEXT,
  boot TEXT NOT NULL,
  PRIMARY KEY (workspace_id, tool_call_id)
) STRICT;
INSERT INTO command_runs VALUES ('b1de0c9e-5b7f-4d63-9a0e-3f3c2a1d7e55', 'p1', 14, 'mark-1', '{"number":1,"line":"npm test","folder":"","confinement":"confined","background":false,"seconds":60,"startedAt":1795300000018,"ending":{"type":"exited","code":0,"at":1795300000019},"leftProcesses":false,"staled":[],"tail":[{"text":"ok"}],"lines":1}', 0, '{"pid":77,"started":5}', 'boot-1');
CREATE TABLE turn_changes (
  message_id INTEGER PRIMARY KEY REFERENCES messages(id) ON DELETE CASCADE,
  workspace_id TEXT NOT NULL REFERENCES workspaces(id) ON DELETE CASCADE,
  shown TEXT NOT NULL,
  undo TEXT
) STRICT;
INSERT INTO turn_changes VALUES (14, 'b1de0c9e-5b7f-4d63-9a0e-3f3c2a1d7e55', '{"files":[{"path":"clock.md","change":"changed","added":1,"removed":1}],"ranCommands":true,"unseen":[],"undo":{"at":1795300000021,"undone":["clock.md"],"left":[]}}', '{"type":"undone","at":1795300000021,"paths":["clock.md"],"actions":["act-1"],"left":[]}');
CREATE TABLE command_changes (
  id INTEGER PRIMARY KEY,
  message_id INTEGER NOT NULL REFERENCES messages(id) ON DELETE CASCADE,
  workspace_id TEXT NOT NULL REFERENCES workspaces(id) ON DELETE CASCADE,
  began_at INTEGER NOT NULL,
  ended_at INTEGER,
  result TEXT
) STRICT;
INSERT INTO command_changes VALUES (1, 14, 'b1de0c9e-5b7f-4d63-9a0e-3f3c2a1d7e55', 1795300000018, 1795300000019, '{"type":"seen","files":[{"path":"log.txt","before":null,"after":"oiled\n"}],"kept":[{"path":"big.bin","change":"created","kept":"large"}]}');
INSERT INTO command_changes VALUES (2, 14, 'b1de0c9e-5b7f-4d63-9a0e-3f3c2a1d7e55', 1795300000020, NULL, NULL);
CREATE TABLE folder_trust (
  folder TEXT PRIMARY KEY,
  identity TEXT NOT NULL,
  trusted INTEGER NOT NULL,
  files TEXT NOT NULL,
  decided_at INTEGER NOT NULL
) STRICT;
INSERT INTO folder_trust VALUES ('/projects/clock', '1:2:3', 1, '{".mcp.json":"abc"}', 1795300000025);
CREATE TABLE forms (
  id TEXT PRIMARY KEY,
  workspace_id TEXT NOT NULL REFERENCES workspaces(id) ON DELETE CASCADE,
  tool_call_id TEXT NOT NULL,
  message_id INTEGER NOT NULL REFERENCES messages(id) ON DELETE CASCADE,
  agent TEXT NOT NULL,
  server TEXT,
  message TEXT NOT NULL,
  subject TEXT NOT NULL,
  opened_at INTEGER NOT NULL,
  settlement TEXT,
  finished TEXT
) STRICT;
INSERT INTO forms VALUES ('form-1', 'b1de0c9e-5b7f-4d63-9a0e-3f3c2a1d7e55', 'f1', 14, 'Claude', 'tickets', 'Which ticket?', '{"type":"fields","fields":[]}', 1795300000022, NULL, NULL);
INSERT INTO forms VALUES ('form-2', 'b1de0c9e-5b7f-4d63-9a0e-3f3c2a1d7e55', 'f1', 14, 'Claude', NULL, 'Sign in', '{"type":"link","before":"https://","host":"a.example","after":"/"}', 1795300000023, '{"ending":{"type":"accepted","values":[]},"at":1795300000024}', 'asker');
CREATE TABLE agent_sessions (
  workspace_id TEXT PRIMARY KEY REFERENCES workspaces (id) ON DELETE CASCADE,
  agent TEXT NOT NULL,
  session_id TEXT,
  message_id INTEGER,
  untold TEXT NOT NULL,
  facts TEXT NOT NULL
, opens TEXT, opened INTEGER NOT NULL DEFAULT 0) STRICT;
INSERT INTO agent_sessions VALUES ('b1de0c9e-5b7f-4d63-9a0e-3f3c2a1d7e55', 'acp/claude', 'sess-1', 14, '["It was undone."]', '{"model":"sonnet","contextWindow":200000,"cost":0.5,"plans":true,"steers":false,"byItself":false}', NULL, 1);
CREATE TABLE agent_processes (
  marker TEXT PRIMARY KEY,
  process TEXT,
  boot TEXT NOT NULL
) STRICT;
INSERT INTO agent_processes VALUES ('proc-1', '{"pid":9,"started":8}', 'boot-1');
CREATE TABLE agent_options (
  agent TEXT NOT NULL,
  folder TEXT NOT NULL,
  options TEXT NOT NULL,
  commands TEXT NOT NULL,
  chosen TEXT NOT NULL,
  PRIMARY KEY (agent, folder)
) STRICT;
INSERT INTO agent_options VALUES ('acp/claude', '/projects/clock', '[{"type":"switch","id":"web","name":"Web","about":null,"category":"other","value":true}]', '[{"name":"compact","description":"Shortens","argument":null}]', '{"web":true}');
DELETE FROM sqlite_sequence WHERE name = 'messages'; INSERT INTO sqlite_sequence VALUES ('messages', 18);
DELETE FROM sqlite_sequence WHERE name = 'steering'; INSERT INTO sqlite_sequence VALUES ('steering', 3);
CREATE INDEX messages_of_workspace ON messages (workspace_id, id);
CREATE INDEX parts_of_call ON parts (tool_call_id) WHERE tool_call_id IS NOT NULL;
CREATE INDEX pending_asks ON asks (workspace_id) WHERE settlement IS NULL;
CREATE INDEX asks_of_message ON asks (message_id);
CREATE INDEX attachments_of_message ON attachments (message_id) WHERE message_id IS NOT NULL;
CREATE INDEX actions_of_message ON pending_actions (message_id);
CREATE INDEX actions_pending ON pending_actions (workspace_id) WHERE pending = 1;
CREATE INDEX steering_of_workspace ON steering (workspace_id);
CREATE INDEX outside_calls_untold ON outside_calls (likeness) WHERE presence <> 'told';
CREATE INDEX progress_lists_of_workspace ON progress_lists (workspace_id, message_id);
CREATE INDEX summaries_of_workspace ON messages (workspace_id, id) WHERE summarises IS NOT NULL;
CREATE INDEX permissions_of_call ON permissions (workspace_id, tool_call_id);
CREATE INDEX permissions_of_message ON permissions (message_id);
CREATE UNIQUE INDEX ledger_rewritten ON ledger (workspace_id, subject) WHERE kind <> 'ask';
CREATE TRIGGER ask_into_ledger AFTER UPDATE OF settlement ON asks
WHEN OLD.settlement IS NULL AND NEW.settlement IS NOT NULL BEGIN
  INSERT INTO ledger (workspace_id, subject, workspace, folder, kind, asker, tool, opened_at, settled_at, record)
    SELECT w.id, NEW.tool_call_id, w.name, w.folder, 'ask', NEW.asker, (SELECT tool_name FROM parts WHERE parts.message_id = NEW.message_id AND parts.tool_call_id = NEW.tool_call_id),
      NEW.opened_at, json_extract(NEW.settlement, '$.at'),
      '{"questions":' || NEW.questions || ',' || substr(NEW.settlement, 2)
    FROM workspaces AS w WHERE w.id = NEW.workspace_id;
END;
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
  ON CONFLICT (workspace_id, subject) WHERE kind <> 'ask' DO UPDATE SET record = excluded.record;
END;
CREATE TRIGGER permission_into_ledger AFTER UPDATE OF settlement, result ON permissions
WHEN NEW.settlement IS NOT NULL BEGIN
  INSERT INTO ledger (workspace_id, subject, workspace, folder, kind, asker, tool, opened_at, settled_at, record)
    SELECT w.id, NEW.id, w.name, w.folder, 'permission', NEW.asker, (SELECT tool_name FROM parts WHERE parts.message_id = NEW.message_id AND parts.tool_call_id = NEW.tool_call_id),
      NEW.opened_at, json_extract(NEW.settlement, '$.at'),
      json_object('permission', json(NEW.subject), 'reason', NEW.reason, 'settlement', json(NEW.settlement),
        'result', json(NEW.result))
    FROM workspaces AS w WHERE w.id = NEW.workspace_id
  ON CONFLICT (workspace_id, subject) WHERE kind <> 'ask' DO UPDATE SET record = excluded.record;
END;
CREATE INDEX message_versions ON messages (workspace_id, version_of) WHERE version_of IS NOT NULL;
CREATE INDEX open_command_runs ON command_runs (workspace_id) WHERE open = 1;
CREATE INDEX command_runs_of_message ON command_runs (message_id);
CREATE INDEX command_changes_of_message ON command_changes (message_id);
CREATE INDEX forms_of_call ON forms (workspace_id, tool_call_id);
CREATE INDEX forms_of_message ON forms (message_id);
CREATE TRIGGER form_into_ledger AFTER UPDATE OF settlement ON forms
WHEN OLD.settlement IS NULL AND NEW.settlement IS NOT NULL BEGIN
  INSERT INTO ledger (workspace_id, subject, workspace, folder, kind, asker, tool, opened_at, settled_at, record)
    SELECT w.id, NEW.id, w.name, w.folder, 'form', NEW.agent,
      (SELECT tool_name FROM parts WHERE parts.message_id = NEW.message_id AND parts.tool_call_id = NEW.tool_call_id),
      NEW.opened_at, json_extract(NEW.settlement, '$.at'),
      json_object('server', NEW.server, 'message', NEW.message, 'form', json(NEW.subject),
        'settlement', json(NEW.settlement))
    FROM workspaces AS w WHERE w.id = NEW.workspace_id
  ON CONFLICT (workspace_id, subject) WHERE kind <> 'ask' DO UPDATE SET record = excluded.record;
END;
CREATE INDEX shown_messages ON messages (workspace_id, id, queued, replaced_by, withdrawn_by)
  WHERE queued = 0 AND replaced_by IS NULL AND withdrawn_by IS NULL;
CREATE INDEX agent_sessions_by_session ON agent_sessions (agent, session_id);
CREATE INDEX queued_messages ON messages (workspace_id, id) WHERE queued = 1;
PRAGMA user_version = 38;
COMMIT;
