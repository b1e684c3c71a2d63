import { z } from 'zod';
import { type DialectId, isDialectId } from '../../shared/dialects/registry.ts';
import { type WorkspaceId, workspaceIdSchema } from '../../shared/ids.ts';
import { type Approvals, approvalsSchema } from '../../shared/previews/decision.ts';
import { previewKinds } from '../../shared/previews/preview-kind.ts';
import { type TurnState, turnStateSchema } from '../../shared/workspace/turn-state.ts';
import {
  type Mode,
  modeSchema,
  type Thinking,
  thinkingSchema,
  waitingAskerSchema,
  waitingCallSchema,
  waitingKindSchema,
} from '../../shared/workspace/workspace.ts';
import { chatWorktreeSchema } from '../../shared/worktrees/chat-worktree.ts';
import { type Database, inTransaction, jsonColumn, nullableJsonColumn } from './database.ts';

export const workspaceRowSchema = z.lazy(() =>
  z.object({
    id: workspaceIdSchema,
    name: z.string(),
    folder: z.string(),
    mode: modeSchema,
    agent: z.string(),
    turn: jsonColumn(turnStateSchema),
    created_at: z.number(),
    updated_at: z.number(),
    waiting: z.number(),
    waiting_for: jsonColumn(z.array(waitingKindSchema)),
    first_waiting: nullableJsonColumn(waitingCallSchema),
    also_waiting: jsonColumn(z.array(waitingCallSchema)),
    outside_asker: z.string().nullable(),
    outside_asks: jsonColumn(z.array(waitingAskerSchema)),
    first_message: z.string().nullable(),
    plan: z.string().nullable(),
    archived: z.number().transform(Boolean),
    pinned: z.number().transform(Boolean),
    named: z.number().transform(Boolean),
    unread: z.number().transform(Boolean),
    removed_at: z.number().nullable(),
    approvals: approvalsSchema,
    dialect: z.unknown().transform((value) => (isDialectId(value) ? value : null)),
    folder_identity: z.string().nullable(),
    thinking: thinkingSchema,
    context_tokens: z.number(),
    worktree: nullableJsonColumn(chatWorktreeSchema),
  }),
);

/**
 * A workspace as it is stored. `agent` is `guide` or `<provider>/<model>`; `waiting` counts what waits for the
 * person, `first_waiting` is the oldest of it and `also_waiting` the rest, as far as it is listed; `named` is false of a name made from the first words; `plan` is
 * the title of the newest plan, `first_message` the start of the person's first message. One with `removed_at` is
 * deleted soon.
 */
export type WorkspaceRow = z.infer<typeof workspaceRowSchema>;

type NewWorkspace = {
  id: WorkspaceId;
  name: string;
  folder: string;
  folderIdentity?: string | null;
  mode: Mode;
  agent: string;
  dialect: DialectId | null;
  named?: boolean;
  at: number;
};

/** One with the agent and the settings of another. */
type WorkspaceLike = Pick<NewWorkspace, 'id' | 'name' | 'folder' | 'at'> & {
  named: boolean;
  folderIdentity: string | null;
};

export type WorkspaceStore = ReturnType<typeof createWorkspaceStore>;

/** Times are milliseconds since 1970. */
export function createWorkspaceStore({ durable }: Database) {
  const all = durable.prepare(`SELECT ${columns} FROM workspaces ORDER BY created_at, id`);
  const one = durable.prepare(`SELECT ${columns} FROM workspaces WHERE id = ?`);
  const setAgent = durable.prepare('UPDATE workspaces SET agent = ? WHERE id = ?');
  const replaceUnused = durable.prepare(
    `UPDATE workspaces SET agent = ? WHERE agent = ?
      AND NOT EXISTS (SELECT 1 FROM messages WHERE workspace_id = workspaces.id) RETURNING id`,
  );
  const setDialect = durable.prepare('UPDATE workspaces SET dialect = ? WHERE id = ?');
  const thinking = durable.prepare('UPDATE workspaces SET thinking = ? WHERE id = ?');
  const approvals = durable.prepare('UPDATE workspaces SET approvals = ? WHERE id = ?');
  const mode = durable.prepare('UPDATE workspaces SET mode = ? WHERE id = ?');
  const turn = durable.prepare('UPDATE workspaces SET turn = ?, updated_at = ? WHERE id = ?');
  const removedAt = durable.prepare('UPDATE workspaces SET removed_at = ? WHERE id = ?');
  const drop = durable.prepare('DELETE FROM workspaces WHERE id = ?');

  return {
    ...additions(durable),
    ...folderIdentities(durable),
    ...listMarks(durable),
    ...names(durable),
    list: (): WorkspaceRow[] => all.all().map((row) => workspaceRowSchema.parse(row)),
    get(id: WorkspaceId): WorkspaceRow | undefined {
      const row = one.get(id);
      return row === undefined ? undefined : workspaceRowSchema.parse(row);
    },
    setMode: (id: WorkspaceId, value: Mode): void => void mode.run(value, id),
    setAgent: (id: WorkspaceId, agent: string): void => void setAgent.run(agent, id),
    /** Gives the workspaces of an agent in which nothing was said to another; returns them. */
    replaceUnusedAgent: (before: string, agent: string): WorkspaceId[] =>
      replaceUnused.all(agent, before).map(({ id }) => workspaceIdSchema.parse(id)),
    setDialect(id: WorkspaceId, dialect: DialectId | null): void {
      setDialect.run(dialect, id);
    },
    setThinking: (id: WorkspaceId, value: Thinking): void => void thinking.run(value, id),
    setApprovals: (id: WorkspaceId, value: Approvals): void => void approvals.run(value, id),
    setTurn(id: WorkspaceId, state: TurnState, at: number): void {
      turn.run(JSON.stringify(state), at, id);
    },
    /** `at` is null where it is restored. */
    setRemovedAt(id: WorkspaceId, at: number | null): void {
      removedAt.run(at, id);
    },
    /** Deletes it with everything in it. */
    drop(id: WorkspaceId): void {
      drop.run(id);
    },
  };
}

function additions(durable: Database['durable']) {
  const insert = durable.prepare(
    `INSERT INTO workspaces (id, name, named, folder, folder_identity, mode, agent, dialect, turn, created_at, updated_at,
       title_due)
     VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, '{"status":"idle"}', ?9, ?9, NOT ?3)`,
  );
  const insertLike = durable.prepare(
    `INSERT INTO workspaces (id, name, named, folder, folder_identity, mode, agent, dialect, thinking, approvals, turn,
       created_at, updated_at, title_due)
     SELECT ?1, ?2, ?3, ?4, ?5, mode, agent, dialect, thinking, approvals, '{"status":"idle"}', ?6, ?6, NOT ?3
       FROM workspaces WHERE id = ?7`,
  );

  return {
    add({ id, name, folder, agent, dialect, at, ...row }: NewWorkspace): void {
      const { named = true, folderIdentity = null, mode: first } = row;
      insert.run(id, name, Number(named), folder, folderIdentity, first, agent, dialect, at);
    },
    /** Adds one with the settings of another, and runs `more` in the same transaction. */
    addLike(
      other: WorkspaceId,
      { id, name, named, folder, folderIdentity, at }: WorkspaceLike,
      more: () => void,
    ): void {
      inTransaction(durable, () => {
        insertLike.run(id, name, Number(named), folder, folderIdentity, at, other);
        more();
      });
    },
  };
}

function folderIdentities(durable: Database['durable']) {
  const ofOne = durable.prepare('UPDATE workspaces SET folder_identity = ? WHERE id = ?');
  const ofAll = durable.prepare('UPDATE workspaces SET folder_identity = ? WHERE folder = ?');
  return {
    /** Stores which folder stands at the workspace's path, as in `KnownFolder`. */
    setFolderIdentity: (id: WorkspaceId, identity: string): void => void ofOne.run(identity, id),
    /** The same for all workspaces on a path. */
    setIdentityOfFolder: (folder: string, identity: string): void => void ofAll.run(identity, folder),
  };
}

function listMarks(durable: Database['durable']) {
  const rename = durable.prepare('UPDATE workspaces SET name = ?, named = ? WHERE id = ?');
  const pin = durable.prepare('UPDATE workspaces SET pinned = ? WHERE id = ?');
  const archive = durable.prepare('UPDATE workspaces SET archived = ? WHERE id = ?');
  const unread = durable.prepare('UPDATE workspaces SET unread = ? WHERE id = ?');
  return {
    /** `named` is false for a name made from the first words. */
    rename(id: WorkspaceId, name: string, named: boolean): void {
      rename.run(name, Number(named), id);
    },
    setPinned(id: WorkspaceId, pinned: boolean): void {
      pin.run(Number(pinned), id);
    },
    setArchived(id: WorkspaceId, archived: boolean): void {
      archive.run(Number(archived), id);
    },
    setUnread(id: WorkspaceId, value: boolean): void {
      unread.run(Number(value), id);
    },
  };
}

function names(durable: Database['durable']) {
  const firstAsked = durable.prepare(firstWordsAsked);
  const takeDue = durable.prepare(
    `UPDATE workspaces SET title_due = 0 WHERE id = ? AND title_due RETURNING NOT named
       AND EXISTS (SELECT 1 FROM messages WHERE id = (SELECT min(id) FROM messages WHERE workspace_id = workspaces.id)
         AND NOT outside) AS due`,
  );
  const replace = durable.prepare(
    'UPDATE workspaces SET name = ?, named = 1 WHERE id = ? AND name = ? AND NOT named',
  );
  return {
    /** Returns the start of what an outside asker asked first. */
    firstAsked(id: WorkspaceId): string | undefined {
      return z.string().nullish().parse(firstAsked.get(id)?.['words']) ?? undefined;
    },
    /** True the first time, of a workspace that the person began and whose first words name it. */
    takeTitleDue: (id: WorkspaceId): boolean => takeDue.get(id)?.['due'] === 1,
    /** False where the name is no longer `before`, or was given. */
    replaceFirstWords: (id: WorkspaceId, before: string, title: string): boolean =>
      replace.run(title, id, before).changes === 1,
  };
}

/** In characters. */
const startOfMessage = 200;

const unasked = Object.entries(previewKinds)
  .flatMap(([kind, { appliesUnasked }]) => (appliesUnasked ? [`'${kind}'`] : []))
  .join(', ');

const permissionWords = `coalesce(json_extract(subject, '$.line'), json_extract(subject, '$.path'),
        json_extract(subject, '$.url'), json_extract(subject, '$.title'), json_extract(subject, '$.files[0].path'),
        json_extract(subject, '$.server') || ': ' || json_extract(subject, '$.tool'), '')`;

/**
 * Selects what waits for the person, a row each. An edit that the agent may apply by itself is not among it.
 */
const waitingOnes = `
    SELECT iif(outside, 'outside', 'question') AS kind, asks.tool_call_id, 'question' AS what, opened_at AS since,
        NULL AS subject, asker, iif(outside, 'outside', 'agent') AS asked_by, json_array_length(questions) AS count, json_extract(questions, '$[0].prompt') AS words FROM asks JOIN messages ON messages.id = message_id
      WHERE asks.workspace_id = workspaces.id AND settlement IS NULL
    UNION ALL
    SELECT iif(json_extract(shown, '$.asker') IS NULL, json_extract(shown, '$.preview.type'), 'outside'), pending_actions.tool_call_id,
        json_extract(shown, '$.preview.type'), json_extract(shown, '$.openedAt'), NULL,
        json_extract(shown, '$.asker'), CASE WHEN json_extract(shown, '$.asker') IS NOT NULL THEN 'outside'
          WHEN json_extract(shown, '$.preview.broughtBack') IS NULL AND json_extract(shown, '$.preview.putBack') IS NULL
          THEN 'agent' ELSE 'parley' END,
        coalesce(json_array_length(shown, '$.preview.files'), 1), json_extract(shown, '$.label') FROM pending_actions JOIN messages ON messages.id = message_id
      WHERE pending_actions.workspace_id = workspaces.id AND pending = 1 AND replaced_by IS NULL
        AND json_extract(shown, '$.state.type') = 'open'
        AND NOT (approvals = 'auto-edits' AND NOT outside AND json_extract(shown, '$.preview.type') IN (${unasked})
          AND NOT EXISTS (SELECT 1 FROM json_each(shown, '$.preview.files') WHERE json_extract(value, '$.marks') IS NOT NULL)
          AND json_extract(turn, '$.status') = 'working' AND NOT json_extract(shown, '$.state.left'))
    UNION ALL
    SELECT 'permission', tool_call_id, 'permission', opened_at, json_extract(subject, '$.type'), asker, asked_by,
        coalesce(json_array_length(subject, '$.files'), 1),
        ${permissionWords} FROM permissions
      WHERE permissions.workspace_id = workspaces.id AND settlement IS NULL
    UNION ALL
    SELECT 'form', tool_call_id, iif(json_extract(subject, '$.type') = 'link', 'link', 'form'), opened_at, NULL,
        coalesce(server, agent), 'agent', 1, message FROM forms
      WHERE forms.workspace_id = workspaces.id AND settlement IS NULL`;

const waitingCall = `json_object('toolCallId', tool_call_id, 'what', what, 'subject', subject,
        'since', since, 'asker', asker, 'askedBy', asked_by, 'count', count, 'words', substr(words, 1, ${startOfMessage}))`;

const byAge = 'ORDER BY since, tool_call_id';

const firstWaiting = `SELECT ${waitingCall} FROM (${waitingOnes}) ${byAge} LIMIT 1`;

/** How many of a chat are listed; an Inbox may have a thousand. */
const mostListed = 200;

const alsoWaiting = `SELECT json_group_array(${waitingCall} ${byAge})
      FROM (SELECT * FROM (${waitingOnes}) ${byAge} LIMIT ${mostListed} OFFSET 1)`;

const newestAsker = `coalesce(
      (SELECT asker FROM asks JOIN outside_calls USING (workspace_id, tool_call_id)
        WHERE workspace_id = workspaces.id AND settlement IS NULL ORDER BY message_id DESC LIMIT 1),
      (SELECT json_extract(shown, '$.asker') FROM pending_actions WHERE workspace_id = workspaces.id
        AND pending = 1 AND json_extract(shown, '$.asker') IS NOT NULL ORDER BY message_id DESC LIMIT 1))`;

/** The outside askers whose questions wait, oldest first. */
const waitingAskers = `
    SELECT json_group_array(json_object('toolCallId', tool_call_id, 'asker', asker,
        'prompt', substr(json_extract(questions, '$[0].prompt'), 1, ${startOfMessage})) ORDER BY message_id)
      FROM asks JOIN outside_calls USING (workspace_id, tool_call_id)
      WHERE workspace_id = workspaces.id AND settlement IS NULL`;

const firstWordsAsked = `SELECT substr(coalesce(
      (SELECT json_extract(questions, '$[0].prompt') FROM asks
        WHERE asks.workspace_id = calls.workspace_id AND asks.tool_call_id = calls.tool_call_id),
      (SELECT json_extract(shown, '$.label') FROM pending_actions
        WHERE pending_actions.workspace_id = calls.workspace_id AND pending_actions.tool_call_id = calls.tool_call_id)
    ), 1, ${startOfMessage}) AS words
  FROM outside_calls AS calls WHERE workspace_id = ? ORDER BY asked_at LIMIT 1`;

/** What a window sees of the worktree of a chat. One that is being made counts as wanted still. */
const worktree = `SELECT CASE WHEN json_extract(state, '$.type') IN ('made', 'removing')
      THEN json_object('state', 'made', 'origin', json_extract(state, '$.origin'), 'branch', json_extract(state, '$.branch'),
        'from', json_extract(state, '$.from'), 'along', coalesce(json_extract(state, '$.along'), 0),
        'hookSaid', json_extract(state, '$.hookSaid'))
      WHEN json_extract(state, '$.type') = 'unwanted'
      THEN json_object('state', 'unwanted', 'start', json(coalesce(json_extract(state, '$.start'), 'null')))
      ELSE json_object('state', 'wanted', 'changes', json(iif(json_extract(state, '$.changes'), 'true', 'false')),
        'copies', json(json_extract(state, '$.copies')),
        'start', json(coalesce(json_extract(state, '$.start'), 'null')),
        'restores', json(iif(json_extract(state, '$.restores') IS NULL, 'false', 'true')),
        'removed', json(iif(json_extract(state, '$.removed') IS NULL, 'false', 'true'))) END
    FROM worktrees WHERE workspace_id = workspaces.id AND json_extract(state, '$.type') <> 'kept'`;

const columns = `*,
    (${worktree}) AS worktree,
    (SELECT count(*) FROM (${waitingOnes})) AS waiting,
    (SELECT json_group_array(DISTINCT kind) FROM (${waitingOnes})) AS waiting_for,
    (${firstWaiting}) AS first_waiting,
    (${alsoWaiting}) AS also_waiting,
    (SELECT json_extract(shown, '$.label') FROM pending_actions JOIN messages ON messages.id = message_id
      WHERE pending_actions.workspace_id = workspaces.id AND replaced_by IS NULL
        AND messages.outside = 0
        AND json_extract(shown, '$.preview.type') = 'plan' ORDER BY pending_actions.rowid DESC LIMIT 1) AS plan,
    (${newestAsker}) AS outside_asker,
    (${waitingAskers}) AS outside_asks,
    (SELECT substr(text, 1, ${startOfMessage}) FROM parts WHERE position = 0 AND message_id =
      (SELECT min(id) FROM messages WHERE workspace_id = workspaces.id AND role = 'user'
        AND replaced_by IS NULL AND withdrawn_by IS NULL)) AS first_message`;
