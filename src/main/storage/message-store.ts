import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { type MessageId, messageIdSchema, type WorkspaceId, workspaceIdSchema } from '../../shared/ids.ts';
import type { AttachmentId } from '../../shared/transcript/attachment.ts';
import { isInPath, newestPathThrough, pathOf } from '../../shared/transcript/branch-path.ts';
import { type MessageCount, messageCountSchema } from '../../shared/transcript/message-page.ts';
import { type RequestNote, requestNoteSchema } from '../../shared/transcript/request-note.ts';
import { type MessageCommand, messageCommandSchema } from '../../shared/transcript/transcript.ts';
import type { Settlement } from '../../shared/questions/questions.ts';
import type { AttachmentStore } from './attachment-store.ts';
import { type Database, fromJson, inTransaction, nullableJsonColumn, toJson } from './database.ts';

const notesSchema = z.lazy(() => z.array(requestNoteSchema));

export const messageRowSchema = z.lazy(() =>
  z.object({
    id: messageIdSchema,
    workspace_id: workspaceIdSchema,
    role: z.enum(['user', 'agent']),
    queued: z.number().transform(Boolean),
    mentions: z.unknown().transform((column) => fromJson(z.array(z.string()), column) ?? []),
    command: nullableJsonColumn(messageCommandSchema),
    outside: z.number().transform(Boolean),
    summarises: messageIdSchema.nullable(),
    complete_steps: z.number(),
    notes: nullableJsonColumn(notesSchema),
    created_at: z.number(),
  }),
);

/**
 * A message without its parts. `complete_steps` counts the model calls that finished. The agent's history leaves
 * out messages from `outside`, which have the role `agent`, and summaries: `summarises` is the last message that
 * one stands for. `notes` are about the requests for it.
 */
export type MessageRow = z.infer<typeof messageRowSchema>;

export type MessageStore = ReturnType<typeof createMessageStore>;

export function createMessageStore(database: Database, attachments: AttachmentStore) {
  const { durable, relaxed } = database;
  const byKey = durable.prepare('SELECT id FROM messages WHERE workspace_id = ? AND sender_key = ?');
  const write = createUserMessageWriter(durable, attachments);
  const insertAgent = durable.prepare(
    `INSERT INTO messages (workspace_id, role, created_at, branch)
     VALUES (?1, 'agent', ?2, (SELECT branch FROM workspaces WHERE id = ?1)) RETURNING id`,
  );
  const deliver = durable.prepare('UPDATE messages SET queued = 0 WHERE id = ?');
  const completeStep = relaxed.prepare('UPDATE messages SET complete_steps = ? WHERE id = ?');
  const notesOf = durable.prepare('SELECT notes FROM messages WHERE id = ?');
  const setNotes = relaxed.prepare('UPDATE messages SET notes = ? WHERE id = ?');
  const allNotes = durable.prepare(
    `SELECT notes FROM messages WHERE workspace_id = ? AND notes IS NOT NULL AND replaced_by IS NULL
       AND withdrawn_by IS NULL`,
  );
  const mentioning = durable.prepare(
    `SELECT DISTINCT value FROM messages, json_each(mentions) WHERE workspace_id = ? AND role = 'user'
       AND replaced_by IS NULL AND withdrawn_by IS NULL`,
  );

  return {
    ...messageReads(database),
    /** Relative to the chat's folder. */
    mentions: (workspaceId: WorkspaceId): string[] =>
      mentioning.all(workspaceId).map(({ value }) => z.string().parse(value)),
    has: (workspaceId: WorkspaceId, key: string): boolean => byKey.get(workspaceId, key) !== undefined,
    /** On the disk on return. */
    addUserMessage: (message: NewUserMessage): MessageId => inTransaction(durable, () => write(message)),
    addAgentMessage: (workspaceId: WorkspaceId, at: number): MessageId =>
      messageIdSchema.parse(insertAgent.get(workspaceId, at)?.['id']),
    deliver: (id: MessageId): void => void deliver.run(id),
    notes: (workspaceId: WorkspaceId): RequestNote[] =>
      allNotes.all(workspaceId).flatMap(({ notes }) => fromJson(notesSchema, notes) ?? []),
    addNotes(id: MessageId, notes: readonly RequestNote[]): void {
      const known = fromJson(notesSchema, notesOf.get(id)?.['notes'] ?? null) ?? [];
      setNotes.run(toJson([...known, ...notes]), id);
    },
    /** Marks the model calls numbered below `steps` as complete. */
    completeSteps: (id: MessageId, steps: number): void => void completeStep.run(steps, id),
  };
}

/** What the chat's agent reads. */
const inHistory = `workspace_id = ? AND queued = 0 AND outside = 0 AND summarises IS NULL
  AND replaced_by IS NULL AND withdrawn_by IS NULL`;

const inChat = 'workspace_id = ?1 AND queued = 0 AND replaced_by IS NULL AND withdrawn_by IS NULL';

/** Oldest first. */
export const queuedMessagesSql =
  'SELECT * FROM messages WHERE workspace_id = ? AND queued = 1 AND replaced_by IS NULL AND withdrawn_by IS NULL ORDER BY id';

/** Counts `before` from the end, since most reading happens near it. */
export const messageCountSql = `
  SELECT shown AS 'all', shown - rest AS before FROM (SELECT
    (SELECT count(*) FROM messages WHERE ${inChat}) AS shown,
    (SELECT count(*) FROM messages WHERE ${inChat} AND id >= ?2) AS rest)`;

function messageReads({ durable }: Database) {
  const page = durable.prepare(
    `SELECT * FROM messages WHERE workspace_id = ? AND id < ? AND replaced_by IS NULL AND withdrawn_by IS NULL
      ORDER BY id DESC LIMIT ?`,
  );
  const pageAfter = durable.prepare(
    `SELECT * FROM messages WHERE workspace_id = ? AND id > ? AND replaced_by IS NULL AND withdrawn_by IS NULL
      ORDER BY id LIMIT ?`,
  );
  const delivered = durable.prepare(`SELECT * FROM messages WHERE ${inHistory} ORDER BY id`);
  const deliveredFromEnd = durable.prepare(`SELECT * FROM messages WHERE ${inHistory} ORDER BY id DESC`);
  const queued = durable.prepare(queuedMessagesSql);
  const count = durable.prepare(messageCountSql);
  const sentBefore = durable.prepare(
    `SELECT id FROM messages WHERE workspace_id = ? AND id < ? AND role = 'user' AND queued = 0
       AND replaced_by IS NULL AND withdrawn_by IS NULL ORDER BY id DESC LIMIT ?`,
  );
  const ofPerson = durable.prepare(
    `SELECT * FROM messages WHERE workspace_id = ? AND id = ? AND role = 'user' AND replaced_by IS NULL
       AND withdrawn_by IS NULL`,
  );

  return {
    /** Returns the newest with an id below `before`, oldest first. */
    page: (workspaceId: WorkspaceId, before: number, limit: number): MessageRow[] =>
      toMessages(page.all(workspaceId, before, limit)).reverse(),
    /** Returns the oldest with an id above `after`, oldest first. */
    pageAfter: (workspaceId: WorkspaceId, after: number, limit: number): MessageRow[] =>
      toMessages(pageAfter.all(workspaceId, after, limit)),
    delivered: (workspaceId: WorkspaceId): MessageRow[] => toMessages(delivered.all(workspaceId)),
    /** Newest first, read one by one. */
    *deliveredFromEnd(workspaceId: WorkspaceId): Generator<MessageRow, void, void> {
      for (const row of deliveredFromEnd.iterate(workspaceId)) yield messageRowSchema.parse(row);
    },
    queued: (workspaceId: WorkspaceId): MessageRow[] => toMessages(queued.all(workspaceId)),
    /** Reads the index only. */
    count: (workspaceId: WorkspaceId, before: MessageId): MessageCount =>
      messageCountSchema.parse(count.get(workspaceId, before)),
    /** Returns the person's newest with an id below `before`, oldest first. */
    sentBefore: (workspaceId: WorkspaceId, before: MessageId, limit: number): MessageId[] =>
      sentBefore
        .all(workspaceId, before, limit)
        .map(({ id }) => messageIdSchema.parse(id))
        .reverse(),
    /** Undefined where it is not in the shown branch, or not the person's. */
    ofPerson: (workspaceId: WorkspaceId, id: MessageId): MessageRow | undefined =>
      messageRowSchema.optional().parse(ofPerson.get(workspaceId, id)),
  };
}

function toMessages(rows: readonly unknown[]): MessageRow[] {
  return rows.map((row) => messageRowSchema.parse(row));
}

type NewUserMessage = {
  workspaceId: WorkspaceId;
  key: string;
  text: string;
  mentions: readonly string[];
  command?: MessageCommand | undefined;
  attachments: readonly AttachmentId[];
  at: number;
};

/**
 * Writes queued messages with their text and attachments. Several rows each, so the caller opens a transaction.
 */
function createUserMessageWriter(
  connection: DatabaseSync,
  attachments: AttachmentStore,
): (message: NewUserMessage) => MessageId {
  const insertMessage = connection.prepare(
    `INSERT INTO messages (workspace_id, role, sender_key, queued, mentions, command, created_at, branch)
     VALUES (?1, 'user', ?2, 1, ?3, ?4, ?5, (SELECT branch FROM workspaces WHERE id = ?1)) RETURNING id`,
  );
  const insertText = connection.prepare(
    `INSERT INTO parts (message_id, position, step, type, text) VALUES (?, 0, 0, 'text', ?)`,
  );
  return ({ workspaceId, key, text, mentions, command, attachments: ids, at }) => {
    const row = insertMessage.get(workspaceId, key, toJson(mentions), toJson(command), at);
    const id = messageIdSchema.parse(row?.['id']);
    insertText.run(id, text);
    attachments.giveTo(id, workspaceId, ids);
    return id;
  };
}

/**
 * Puts a queued message in the place of the message `from` and of all later ones, except those from outside. The
 * replaced ones are kept as another branch and their pending asks settled; where the agent had not read `from`,
 * they are withdrawn instead. Attachments of `from` go with the new message unless they are `dropped`. `more` runs
 * in the same transaction; on the disk on return.
 */
export type ReplaceFrom = (
  from: MessageId,
  message: NewUserMessage,
  settlement: Settlement,
  dropped: readonly AttachmentId[],
  more: () => void,
) => MessageId;

export function createMessageReplacer({ durable }: Database, attachments: AttachmentStore): ReplaceFrom {
  const write = createUserMessageWriter(durable, attachments);
  const replace = durable.prepare(
    `UPDATE messages SET replaced_by = ? WHERE workspace_id = ? AND id >= ? AND id < ? AND replaced_by IS NULL
       AND outside = 0`,
  );
  const settle = durable.prepare(
    `UPDATE asks SET settlement = ? WHERE workspace_id = ? AND settlement IS NULL
       AND message_id IN (SELECT id FROM messages WHERE replaced_by = ? AND workspace_id = asks.workspace_id)`,
  );
  const begin = durable.prepare(
    `UPDATE messages SET branch = id, version_of = (SELECT coalesce(version_of, id) FROM messages WHERE id = ?)
       WHERE id = ?`,
  );
  const goOn = durable.prepare(
    'UPDATE messages SET version_of = (SELECT version_of FROM messages WHERE id = ?) WHERE id = ?',
  );
  const setBranch = durable.prepare('UPDATE workspaces SET branch = ? WHERE id = ?');
  const withdraw = durable.prepare(
    `UPDATE messages SET withdrawn_by = 'replaced' WHERE replaced_by = ? AND workspace_id = ? AND queued = 1`,
  );
  const isRead = durable.prepare('SELECT queued FROM messages WHERE id = ? AND queued = 0');
  return (from, message, settlement, dropped, more) =>
    inTransaction(durable, () => {
      const { workspaceId } = message;
      const id = write(message);
      const branches = isRead.get(from) !== undefined;
      (branches ? begin : goOn).run(from, id);
      if (branches) setBranch.run(id, workspaceId);
      if (branches) attachments.copy(from, id, dropped);
      else attachments.hand(from, id, dropped);
      replace.run(id, workspaceId, from, id);
      if (!branches) withdraw.run(id, workspaceId);
      settle.run(JSON.stringify(settlement), workspaceId, id);
      more();
      return id;
    });
}

/** `key` identifies the call; `more` runs in the same transaction. */
type Withdrawal = { workspaceId: WorkspaceId; id: MessageId; key: string; more: () => void };

/** `repeated`: the same call withdrew it before; `not-queued`: another one did, or there is no such message. */
export type WithdrawalResult = 'withdrawn' | 'repeated' | 'already-delivered' | 'not-queued';

const stateSchema = z.lazy(() =>
  z.object({ queued: z.number().transform(Boolean), withdrawn_by: z.string().nullable() }),
);

export type WithdrawalStore = ReturnType<typeof createWithdrawalStore>;

export function createWithdrawalStore({ durable }: Database) {
  const stateOf = durable.prepare(
    'SELECT queued, withdrawn_by FROM messages WHERE workspace_id = ? AND id = ?',
  );
  const withdraw = durable.prepare('UPDATE messages SET withdrawn_by = ? WHERE id = ?');
  const dropParts = durable.prepare('DELETE FROM parts WHERE message_id = ?');

  return {
    /**
     * Takes a message out of the queue for good; on the disk on return. The row stays, so that the sender's key
     * stays known.
     */
    withdraw({ workspaceId, id, key, more }: Withdrawal): WithdrawalResult {
      const row = stateOf.get(workspaceId, id);
      if (row === undefined) return 'not-queued';
      const { queued: isQueued, withdrawn_by } = stateSchema.parse(row);
      if (withdrawn_by !== null) return withdrawn_by === key ? 'repeated' : 'not-queued';
      if (!isQueued) return 'already-delivered';
      inTransaction(durable, () => {
        withdraw.run(key, id);
        dropParts.run(id);
        more();
      });
      return 'withdrawn';
    },
  };
}

const versionSchema = z.lazy(() => z.object({ id: messageIdSchema, version_of: messageIdSchema }));
const branchRowSchema = z.lazy(() => z.object({ branch: z.number(), replaced_by: z.number().nullable() }));
const branchSchema = z.lazy(() =>
  z
    .object({ id: z.number(), parent: z.number(), version_of: z.number(), newest: z.number() })
    .transform(({ version_of: versionOf, ...branch }) => ({ ...branch, versionOf })),
);

export type BranchStore = ReturnType<typeof createBranchStore>;

/** The branches of chats. `replaced_by` is set on every message that is not on the shown path. */
export function createBranchStore({ durable }: Database) {
  const placeOf = durable.prepare(
    'SELECT branch, replaced_by FROM messages WHERE workspace_id = ? AND id = ? AND withdrawn_by IS NULL',
  );
  const branches = durable.prepare(
    `SELECT begun.id, first.branch AS parent, begun.version_of,
       (SELECT max(id) FROM messages WHERE workspace_id = begun.workspace_id AND branch = begun.id) AS newest
     FROM messages AS begun JOIN messages AS first ON first.id = begun.version_of
     WHERE begun.workspace_id = :id AND begun.version_of IS NOT NULL AND begun.branch = begun.id
     UNION ALL SELECT 0, 0, 0, coalesce(max(id), 0) FROM messages
       WHERE workspace_id = :id AND branch = 0 AND outside = 0`,
  );
  const hide = durable.prepare(
    'UPDATE messages SET replaced_by = ? WHERE workspace_id = ? AND outside = 0 AND replaced_by IS NULL',
  );
  const unhide = durable.prepare(
    'UPDATE messages SET replaced_by = NULL WHERE workspace_id = ? AND outside = 0 AND branch = ? AND id < ?',
  );
  const setBranch = durable.prepare('UPDATE workspaces SET branch = ? WHERE id = ?');

  return {
    ...pathEnds(durable),
    ...messageVersions(durable),
    isShown(workspaceId: WorkspaceId, messageId: MessageId): boolean {
      const row = placeOf.get(workspaceId, messageId);
      return row !== undefined && branchRowSchema.parse(row).replaced_by === null;
    },
    /**
     * Shows the path through a message to the newest one; `there` where it is shown already. `more` runs in the
     * same transaction; on the disk on return.
     */
    show(
      workspaceId: WorkspaceId,
      messageId: MessageId,
      more = () => {},
    ): 'shown' | 'there' | 'no-such-message' {
      const row = placeOf.get(workspaceId, messageId);
      if (row === undefined) return 'no-such-message';
      const place = branchRowSchema.parse(row);
      if (place.replaced_by === null) return 'there';
      const all = branches.all({ id: workspaceId }).map((branch) => branchSchema.parse(branch));
      const end = newestPathThrough(all, place.branch, messageId);
      const path = pathOf(all, end);
      if (!isInPath(path, place.branch, messageId)) return 'no-such-message';
      inTransaction(durable, () => {
        hide.run(end, workspaceId);
        for (const { branch, below } of path)
          unhide.run(workspaceId, branch, Math.min(below, Number.MAX_SAFE_INTEGER));
        setBranch.run(end, workspaceId);
        more();
      });
      return 'shown';
    },
  };
}

function messageVersions(durable: Database['durable']) {
  const versions = durable.prepare(
    `SELECT id, version_of FROM messages WHERE workspace_id = ? AND version_of IS NOT NULL
       AND withdrawn_by IS NULL ORDER BY id`,
  );

  return {
    /** For each version of a message that was sent again, all its versions in order. */
    versions(workspaceId: WorkspaceId): Map<MessageId, MessageId[]> {
      const ofFirst = new Map<MessageId, MessageId[]>();
      for (const row of versions.all(workspaceId)) {
        const { id, version_of: first } = versionSchema.parse(row);
        ofFirst.set(first, [...(ofFirst.get(first) ?? [first]), id]);
      }
      return new Map([...ofFirst.values()].flatMap((all) => all.map((id) => [id, all] as const)));
    },
  };
}

function pathEnds(durable: Database['durable']) {
  const newestShown = durable.prepare(
    `SELECT max(id) AS id FROM messages WHERE workspace_id = ? AND outside = 0 AND replaced_by IS NULL
       AND withdrawn_by IS NULL`,
  );
  const hideFrom = durable.prepare(
    `UPDATE messages SET replaced_by = ?2 WHERE workspace_id = ?1 AND id >= ?2 AND id <= ?3 AND outside = 0
       AND replaced_by IS NULL`,
  );
  const firstAfter = durable.prepare(
    `SELECT min(id) AS id FROM messages WHERE workspace_id = ? AND id > ? AND outside = 0 AND replaced_by IS NULL
       AND withdrawn_by IS NULL`,
  );
  const beginBranch = durable.prepare(
    `UPDATE messages SET branch = ?1, version_of = iif(id = ?1, (SELECT coalesce(version_of, id) FROM messages WHERE id = ?2), NULL)
       WHERE workspace_id = ?3 AND id >= ?1 AND outside = 0 AND replaced_by IS NULL`,
  );
  const setBranch = durable.prepare('UPDATE workspaces SET branch = ? WHERE id = ?');
  const setBranchBefore = durable.prepare(
    `UPDATE workspaces SET branch = (SELECT first.branch FROM messages JOIN messages AS first
       ON first.id = coalesce(messages.version_of, messages.id) WHERE messages.id = ?) WHERE id = ?`,
  );

  return {
    /** The newest message of the shown path; undefined where nothing is shown. */
    newestShown: (workspaceId: WorkspaceId): MessageId | undefined =>
      messageIdSchema.nullable().parse(newestShown.get(workspaceId)?.['id']) ?? undefined,
    /**
     * Shows the path only as far as before one of its messages, without any up to `until`; later ones begin another
     * branch, as another version of that message. True where there are some. The caller opens a transaction.
     */
    hideFrom(workspaceId: WorkspaceId, from: MessageId, until: MessageId): boolean {
      hideFrom.run(workspaceId, from, until);
      setBranchBefore.run(from, workspaceId);
      const first = messageIdSchema.nullable().parse(firstAfter.get(workspaceId, until)?.['id']);
      if (first === null) return false;
      beginBranch.run(first, from, workspaceId);
      setBranch.run(first, workspaceId);
      return true;
    },
  };
}
