/**
 * Adds the kind of each call, and the refusal of each that was refused. Of older calls nothing but the tool's name
 * and the text that its model read was stored, so both are told from those.
 */
const partKinds = `
ALTER TABLE parts ADD COLUMN kind TEXT;
UPDATE parts SET kind = CASE
    WHEN tool_name IN ('ask_user_question', 'ask', 'ask_user') THEN 'question'
    WHEN tool_name = 'shell' THEN 'command'
    WHEN tool_name IN ('edit_file', 'write_file', 'delete_file', 'propose_plan', 'review_plan', 'resolve') THEN 'preview'
    ELSE 'plain'
  END WHERE type = 'tool';
UPDATE parts SET result = CASE
    WHEN NOT json_valid(result) THEN result
    WHEN result ->> 'ok' <> 0 THEN result
    WHEN result ->> 'text' = 'There is no tool called ' || tool_name || '.'
      THEN json_set(result, '$.refusal', 'no-tool')
    WHEN result ->> 'text' IN (
        tool_name || ' is available in plan mode only.',
        tool_name || ' is available in exec mode only.'
      ) THEN json_set(result, '$.refusal', 'mode')
    WHEN kind NOT IN ('question', 'command') OR EXISTS (
        SELECT 1 FROM asks WHERE asks.message_id = parts.message_id AND asks.tool_call_id = parts.tool_call_id
      ) THEN result
    WHEN result ->> 'text' IN ('Interrupted', 'Ask tool requires interactive mode') THEN result
    WHEN kind = 'question' THEN json_set(result, '$.refusal', 'incomplete')
    WHEN substr(result ->> 'text', -15) = char(10) || 'exit code: 127'
      THEN json_set(result, '$.refusal', 'not-run')
    ELSE json_set(result, '$.refusal', 'command')
  END WHERE type = 'tool' AND result IS NOT NULL;
`;

/** The end of the JSON text of a failure because the file had changed; nothing else of the reason was stored. */
const changed = 'changed since this preview. Nothing was written."';

/** The state that the earlier fields of a staged change amount to. */
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

/** Replaces several fields of each staged change by one state. The trigger would write these changes to the ledger. */
const previewStates = `
DROP TRIGGER action_into_ledger;
UPDATE pending_actions SET
    shown = json_set(json_remove(shown, '$.request', '$.decision', '$.failure', '$.leftByAgent', '$.ending'),
      '$.state', json(${state})),
    progress = json_set(json_remove(progress, '$.request', '$.verdict', '$.undoing'),
      '$.forced', 3 - (progress ->> 'forcesLeft'))
  WHERE json_valid(shown) AND json_valid(progress);
`;

/**
 * Marks workspaces that are called after their folder as not named by the person. The Inbox always has a name of its
 * own.
 */
const workspaceNames = `
ALTER TABLE workspaces ADD COLUMN pinned INTEGER NOT NULL DEFAULT 0;
ALTER TABLE workspaces ADD COLUMN named INTEGER NOT NULL DEFAULT 1;
UPDATE workspaces SET named = 0 WHERE id <> 'inbox' AND name =
  substr(replace(folder, '\\', '/'), length(rtrim(replace(folder, '\\', '/'), replace(replace(folder, '\\', '/'), '/', ''))) + 1);
`;

const intoLedger = `INSERT INTO ledger (workspace_id, subject, workspace, folder, kind, asker, tool, opened_at, settled_at, record)`;

const toolOfCall = `(SELECT tool_name FROM parts WHERE parts.message_id = NEW.message_id AND parts.tool_call_id = NEW.tool_call_id)`;

/** The ledger of 0.1.0 has questions and previews only; it is copied into one that takes any kind. */
const ledgerOfAnyKind = `
DROP TRIGGER ask_into_ledger;
DROP TRIGGER IF EXISTS action_into_ledger;
CREATE TABLE ledger_of_any_kind (
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
INSERT INTO ledger_of_any_kind SELECT id, workspace_id, subject, workspace, folder, kind, asker, tool, opened_at, settled_at, record FROM ledger;
DROP TABLE ledger;
ALTER TABLE ledger_of_any_kind RENAME TO ledger;
CREATE UNIQUE INDEX ledger_rewritten ON ledger (workspace_id, subject) WHERE kind <> 'ask';

CREATE TRIGGER ask_into_ledger AFTER UPDATE OF settlement ON asks
WHEN OLD.settlement IS NULL AND NEW.settlement IS NOT NULL BEGIN
  ${intoLedger}
    SELECT w.id, NEW.tool_call_id, w.name, w.folder, 'ask', NEW.asker, ${toolOfCall},
      NEW.opened_at, json_extract(NEW.settlement, '$.at'),
      '{"questions":' || NEW.questions || ',' || substr(NEW.settlement, 2)
    FROM workspaces AS w WHERE w.id = NEW.workspace_id;
END;

CREATE TRIGGER action_into_ledger AFTER UPDATE OF shown ON pending_actions
WHEN json_extract(NEW.shown, '$.state.ending') IS NOT NULL
  AND json_extract(NEW.shown, '$.state.ending') IS NOT json_extract(OLD.shown, '$.state.ending') BEGIN
  ${intoLedger}
    SELECT w.id, NEW.id, w.name, w.folder, 'preview', coalesce(json_extract(NEW.shown, '$.asker'), w.agent),
      json_extract(NEW.shown, '$.sourceToolName'), json_extract(NEW.shown, '$.openedAt'),
      json_extract(NEW.shown, '$.state.ending.at'),
      json_object('label', json_extract(NEW.shown, '$.label'), 'ending', json_extract(NEW.shown, '$.state.ending'),
        'files', (SELECT json_group_array(json_object('path', json_extract(value, '$.path'), 'change', json_extract(value, '$.change')))
                  FROM json_each(NEW.shown, '$.preview.files')))
    FROM workspaces AS w WHERE w.id = NEW.workspace_id
  ON CONFLICT (workspace_id, subject) WHERE kind <> 'ask' DO UPDATE SET record = excluded.record;
END;
`;

/**
 * Requests for permission, of which a call may make several, and the standing answers. A permission waits while
 * its settlement is null; `begun_at` is when what it allows began, `result` what came of that. Its entry in the ledger
 * is written again with the result.
 */
const permissions = `
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
CREATE INDEX permissions_of_call ON permissions (workspace_id, tool_call_id);
CREATE INDEX permissions_of_message ON permissions (message_id);

CREATE TABLE permission_rules (
  id TEXT PRIMARY KEY,
  rule TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  uses INTEGER NOT NULL DEFAULT 0,
  last_used_at INTEGER
) STRICT;
${ledgerOfAnyKind}
CREATE TRIGGER permission_into_ledger AFTER UPDATE OF settlement, result ON permissions
WHEN NEW.settlement IS NOT NULL BEGIN
  ${intoLedger}
    SELECT w.id, NEW.id, w.name, w.folder, 'permission', NEW.asker, ${toolOfCall},
      NEW.opened_at, json_extract(NEW.settlement, '$.at'),
      json_object('permission', json(NEW.subject), 'reason', NEW.reason, 'settlement', json(NEW.settlement),
        'result', json(NEW.result))
    FROM workspaces AS w WHERE w.id = NEW.workspace_id
  ON CONFLICT (workspace_id, subject) WHERE kind <> 'ask' DO UPDATE SET record = excluded.record;
END;
`;

/**
 * Adds the branches of chats. A message that is sent again begins a branch, which has its id; `version_of` is the first
 * version of the message. Branches of older chats follow from `replaced_by`; a message that was replaced while it was
 * queued was never read, and counts as withdrawn.
 */
const branches = `
ALTER TABLE messages ADD COLUMN branch INTEGER NOT NULL DEFAULT 0;
ALTER TABLE messages ADD COLUMN version_of INTEGER;
ALTER TABLE workspaces ADD COLUMN branch INTEGER NOT NULL DEFAULT 0;
UPDATE messages SET version_of = (
  SELECT older.id FROM messages AS older WHERE older.replaced_by = messages.id AND older.queued = 0
    AND older.role = 'user' AND older.workspace_id = messages.workspace_id ORDER BY older.id LIMIT 1
) WHERE role = 'user' AND outside = 0;
WITH RECURSIVE firsts (id, first) AS (
  SELECT id, id FROM messages WHERE version_of IS NULL AND role = 'user'
  UNION ALL SELECT messages.id, firsts.first FROM messages JOIN firsts ON messages.version_of = firsts.id
)
UPDATE messages SET version_of = (SELECT first FROM firsts WHERE firsts.id = messages.id)
  WHERE version_of IS NOT NULL;
UPDATE messages SET branch = coalesce((
  SELECT max(begun.id) FROM messages AS begun WHERE begun.workspace_id = messages.workspace_id
    AND begun.version_of IS NOT NULL AND begun.id <= messages.id
), 0) WHERE outside = 0;
UPDATE messages SET withdrawn_by = 'replaced' WHERE queued = 1 AND replaced_by IS NOT NULL AND withdrawn_by IS NULL;
UPDATE workspaces SET branch = coalesce((
  SELECT max(id) FROM messages WHERE workspace_id = workspaces.id AND version_of IS NOT NULL
), 0);
CREATE INDEX message_versions ON messages (workspace_id, version_of) WHERE version_of IS NOT NULL;
`;

/**
 * Commands that agents ran: `run` is what windows show, `marker` the name by which its processes and its output are
 * found, `process` the first of them while some may be alive, `boot` the start of the machine it ran in.
 */
const commandRuns = `
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
CREATE INDEX open_command_runs ON command_runs (workspace_id) WHERE open = 1;
CREATE INDEX command_runs_of_message ON command_runs (message_id);
`;

/**
 * Changes of turns: for each message of an agent what windows show and, once it was undone, the journal
 * of that; and what its commands changed. All as JSON.
 */
const turnChanges = `
CREATE TABLE turn_changes (
  message_id INTEGER PRIMARY KEY REFERENCES messages(id) ON DELETE CASCADE,
  workspace_id TEXT NOT NULL REFERENCES workspaces(id) ON DELETE CASCADE,
  shown TEXT NOT NULL,
  undo TEXT
) STRICT;
CREATE TABLE command_changes (
  id INTEGER PRIMARY KEY,
  message_id INTEGER NOT NULL REFERENCES messages(id) ON DELETE CASCADE,
  workspace_id TEXT NOT NULL REFERENCES workspaces(id) ON DELETE CASCADE,
  began_at INTEGER NOT NULL,
  ended_at INTEGER,
  result TEXT
) STRICT;
CREATE INDEX command_changes_of_message ON command_changes (message_id);
`;

/** Decisions about folders: the identity of the folder, and the hashes of what the person was shown. */
const folderTrust = `
CREATE TABLE folder_trust (
  folder TEXT PRIMARY KEY,
  identity TEXT NOT NULL,
  trusted INTEGER NOT NULL,
  files TEXT NOT NULL,
  decided_at INTEGER NOT NULL
) STRICT;
`;

/**
 * Forms and links, of which a call may ask several. One waits while its settlement is null, in which secrets are
 * masked; `finished` says who reported as done what an opened link was for.
 */
const forms = `
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
CREATE INDEX forms_of_call ON forms (workspace_id, tool_call_id);
CREATE INDEX forms_of_message ON forms (message_id);
CREATE TRIGGER form_into_ledger AFTER UPDATE OF settlement ON forms
WHEN OLD.settlement IS NULL AND NEW.settlement IS NOT NULL BEGIN
  ${intoLedger}
    SELECT w.id, NEW.id, w.name, w.folder, 'form', NEW.agent,
      ${toolOfCall},
      NEW.opened_at, json_extract(NEW.settlement, '$.at'),
      json_object('server', NEW.server, 'message', NEW.message, 'form', json(NEW.subject),
        'settlement', json(NEW.settlement))
    FROM workspaces AS w WHERE w.id = NEW.workspace_id
  ON CONFLICT (workspace_id, subject) WHERE kind <> 'ask' DO UPDATE SET record = excluded.record;
END;
`;

/**
 * Agents with processes of their own. A chat has one session with its agent: `message_id` is the last answer that
 * the session gave, `untold` what the agent is told with its next prompt, `facts` what it said of itself.
 * `agent_processes` are those that may be alive, as in `command_runs`.
 */
const externalAgents = `
ALTER TABLE parts ADD COLUMN work TEXT;
CREATE TABLE agent_sessions (
  workspace_id TEXT PRIMARY KEY REFERENCES workspaces (id) ON DELETE CASCADE,
  agent TEXT NOT NULL,
  session_id TEXT,
  message_id INTEGER,
  untold TEXT NOT NULL,
  facts TEXT NOT NULL
) STRICT;
CREATE TABLE agent_processes (
  marker TEXT PRIMARY KEY,
  process TEXT,
  boot TEXT NOT NULL
) STRICT;
`;

/**
 * What an external agent offers in a folder, as it said last, and the values that the person has chosen, by the ids
 * of the options.
 */
const agentOptions = `
CREATE TABLE agent_options (
  agent TEXT NOT NULL,
  folder TEXT NOT NULL,
  options TEXT NOT NULL,
  commands TEXT NOT NULL,
  chosen TEXT NOT NULL,
  PRIMARY KEY (agent, folder)
) STRICT;
`;

/** Adds the preview that a steering text is about: of an older text the last preview before it that it quotes. */
const steeringActions = `
ALTER TABLE steering ADD COLUMN action_id TEXT;
UPDATE steering SET action_id = (
  SELECT actions.id FROM pending_actions AS actions
  WHERE actions.workspace_id = steering.workspace_id
    AND (steering.message_id IS NULL OR actions.message_id <= steering.message_id)
    AND instr(steering.text, '“' || (actions.shown ->> '$.label') || '”') > 0
  ORDER BY actions.message_id DESC, actions.rowid DESC LIMIT 1
);
`;

/** Gives the reminders that a preview waits a kind of their own; they were told by this text alone. */
const steeringReminders = `
UPDATE steering SET kind = 'reminder' WHERE kind = 'aside' AND text = '<system-reminder>
This is a preview. Call the \`resolve\` tool to apply or discard these changes.
</system-reminder>';
`;

/**
 * The steps from the tables of Parley 0.1.0 to those of 0.2, in the order in which the main branch took them. It wrote
 * a version for each, 13 to 38; a database of one of these gets the steps that it lacks.
 */
export const release02: readonly string[] = [
  // The identity of the folder at a workspace’s path when it was opened; null until it is first looked at.
  'ALTER TABLE workspaces ADD COLUMN folder_identity TEXT;',
  partKinds,
  previewStates,
  workspaceNames,
  // The tokens that the newest model call of a chat carried, its answer among them.
  'ALTER TABLE workspaces ADD COLUMN context_tokens INTEGER NOT NULL DEFAULT 0;',
  // Milliseconds since 1970; null where they are not known.
  'ALTER TABLE parts ADD COLUMN started_at INTEGER; ALTER TABLE parts ADD COLUMN ended_at INTEGER;',
  // For each message the last progress list that was given in it, as JSON.
  `CREATE TABLE progress_lists (
  message_id INTEGER PRIMARY KEY REFERENCES messages(id) ON DELETE CASCADE,
  workspace_id TEXT NOT NULL REFERENCES workspaces(id) ON DELETE CASCADE,
  items TEXT NOT NULL
) STRICT;
CREATE INDEX progress_lists_of_workspace ON progress_lists (workspace_id, message_id);`,
  "ALTER TABLE workspaces ADD COLUMN thinking TEXT NOT NULL DEFAULT 'off';",
  // The cost in billionths of a dollar, and the tokens without a known price, as are all of before.
  `ALTER TABLE workspaces ADD COLUMN cost INTEGER NOT NULL DEFAULT 0;
ALTER TABLE workspaces ADD COLUMN unpriced_tokens INTEGER NOT NULL DEFAULT 0;
UPDATE workspaces SET unpriced_tokens = input_tokens + output_tokens;`,
  // The last message that a summary stands for; null for a message that is no summary.
  `ALTER TABLE messages ADD COLUMN summarises INTEGER;
CREATE INDEX summaries_of_workspace ON messages (workspace_id, id) WHERE summarises IS NOT NULL;`,
  permissions,
  branches,
  commandRuns,
  turnChanges,
  folderTrust,
  // What an agent is told in place of a message that is a slash command: its source and the text, as JSON.
  'ALTER TABLE messages ADD COLUMN command TEXT;',
  forms,
  externalAgents,
  // As that of workspaces, so that each branch of a chat has its own.
  'ALTER TABLE messages ADD COLUMN context_tokens INTEGER;',
  // Has every column of the condition, so that the messages of a chat are counted from the index alone.
  `CREATE INDEX shown_messages ON messages (workspace_id, id, queued, replaced_by, withdrawn_by)
  WHERE queued = 0 AND replaced_by IS NULL AND withdrawn_by IS NULL;`,
  agentOptions,
  steeringActions,
  // The session from elsewhere that a chat is to open next; 1 where the session of the chat was opened so.
  `ALTER TABLE agent_sessions ADD COLUMN opens TEXT;
ALTER TABLE agent_sessions ADD COLUMN opened INTEGER NOT NULL DEFAULT 0;
CREATE INDEX agent_sessions_by_session ON agent_sessions (agent, session_id);`,
  'CREATE INDEX queued_messages ON messages (workspace_id, id) WHERE queued = 1;',
  steeringReminders,
  // The copy of an image for models, the agents whose model refused it, and what requests of a message went without.
  `ALTER TABLE attachments ADD COLUMN copy BLOB;
ALTER TABLE attachments ADD COLUMN refused_by TEXT;
ALTER TABLE messages ADD COLUMN notes TEXT;`,
];
