import { z } from 'zod';
import { type MessageId, messageIdSchema, type WorkspaceId } from '../../shared/ids.ts';
import { type MessageCount, messageCountSchema } from '../../shared/transcript/message-count.ts';
import type { AttachmentStore } from './attachment-store.ts';
import type { Database } from './database.ts';
import { inTransaction } from './in-transaction.ts';
import { type RequestNote, requestNoteSchema } from '../../shared/transcript/request-note.ts';
import { messageCommandSchema } from '../../shared/transcript/transcript.ts';
import { createUserMessageWriter, type NewUserMessage } from './message-replacer.ts';
import { fromJson, nullableJsonColumn, toJson } from './json-column.ts';

const notesSchema = z.lazy(() => z.array(requestNoteSchema));

export const messageRowSchema = z.lazy(() =>
  z.object({
    id: messageIdSchema,
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
 * A message without its parts. `complete_steps` counts the model calls that came to their end; one from
 * `outside` is of the role `agent`, and no history has it; neither has one that `summarises` those up to
 * another. `notes` are about the requests for it.
 */
export type MessageRow = z.infer<typeof messageRowSchema>;

export type MessageStore = ReturnType<typeof createMessageStore>;

/** The messages of all chats, in the order of their ids. */
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
    /** The files that a person mentioned in the messages of a chat, relative to its folder. */
    mentions: (workspaceId: WorkspaceId): string[] =>
      mentioning.all(workspaceId).map(({ value }) => z.string().parse(value)),
    has: (workspaceId: WorkspaceId, key: string): boolean => byKey.get(workspaceId, key) !== undefined,
    /** Adds a queued message with its text; on the disk on return. */
    addUserMessage: (message: NewUserMessage): MessageId => inTransaction(durable, () => write(message)),
    addAgentMessage: (workspaceId: WorkspaceId, at: number): MessageId =>
      messageIdSchema.parse(insertAgent.get(workspaceId, at)?.['id']),
    deliver: (id: MessageId): void => void deliver.run(id),
    /** The notes about all requests of a chat's messages. */
    notes: (workspaceId: WorkspaceId): RequestNote[] =>
      allNotes.all(workspaceId).flatMap(({ notes }) => fromJson(notesSchema, notes) ?? []),
    /** Adds notes about the requests for an answer. */
    addNotes(id: MessageId, notes: readonly RequestNote[]): void {
      const known = fromJson(notesSchema, notesOf.get(id)?.['notes'] ?? null) ?? [];
      setNotes.run(toJson([...known, ...notes]), id);
    },
    /** Marks the model calls numbered below `steps` as complete. */
    completeSteps: (id: MessageId, steps: number): void => void completeStep.run(steps, id),
  };
}

/** The messages that the chat's agent reads. */
const inHistory = `workspace_id = ? AND queued = 0 AND outside = 0 AND summarises IS NULL
  AND replaced_by IS NULL AND withdrawn_by IS NULL`;

const inChat = 'workspace_id = ?1 AND queued = 0 AND replaced_by IS NULL AND withdrawn_by IS NULL';

/** Reads the messages of a chat that its agent has not got yet, oldest first. */
export const queuedMessagesSql =
  'SELECT * FROM messages WHERE workspace_id = ? AND queued = 1 AND replaced_by IS NULL AND withdrawn_by IS NULL ORDER BY id';

/** Counts from that message to the end, which is near where most are read, and not from the beginning. */
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
    /** The newest messages with an id below `before`, oldest first. */
    page: (workspaceId: WorkspaceId, before: number, limit: number): MessageRow[] =>
      toMessages(page.all(workspaceId, before, limit)).reverse(),
    /** The oldest messages with an id above `after`, oldest first. */
    pageAfter: (workspaceId: WorkspaceId, after: number, limit: number): MessageRow[] =>
      toMessages(pageAfter.all(workspaceId, after, limit)),
    delivered: (workspaceId: WorkspaceId): MessageRow[] => toMessages(delivered.all(workspaceId)),
    /** The delivered ones newest first, read one by one as they are asked for. */
    *deliveredFromEnd(workspaceId: WorkspaceId): Generator<MessageRow, void, void> {
      for (const row of deliveredFromEnd.iterate(workspaceId)) yield messageRowSchema.parse(row);
    },
    queued: (workspaceId: WorkspaceId): MessageRow[] => toMessages(queued.all(workspaceId)),
    /** Counts a chat's messages, and those before one of them, by their index alone. */
    count: (workspaceId: WorkspaceId, before: MessageId): MessageCount =>
      messageCountSchema.parse(count.get(workspaceId, before)),
    /** The newest messages of the person with an id below `before`, oldest first. */
    sentBefore: (workspaceId: WorkspaceId, before: MessageId, limit: number): MessageId[] =>
      sentBefore
        .all(workspaceId, before, limit)
        .map(({ id }) => messageIdSchema.parse(id))
        .reverse(),
    /** A message of the person that is in the chat. */
    ofPerson: (workspaceId: WorkspaceId, id: MessageId): MessageRow | undefined =>
      messageRowSchema.optional().parse(ofPerson.get(workspaceId, id)),
  };
}

function toMessages(rows: readonly unknown[]): MessageRow[] {
  return rows.map((row) => messageRowSchema.parse(row));
}

const placeSchema = z.lazy(() => z.object({ message_id: messageIdSchema }));

/** Groups the items of rows with a `message_id` by their message, in their order. */
export function byMessage<Row, Item>(rows: Iterable<Row>, read: (row: Row) => Item): Map<MessageId, Item[]> {
  const items = new Map<MessageId, Item[]>();
  for (const row of rows) {
    const { message_id: id } = placeSchema.parse(row);
    const ofMessage = items.get(id);
    if (ofMessage === undefined) items.set(id, [read(row)]);
    else ofMessage.push(read(row));
  }
  return items;
}
