import type { DatabaseSync } from 'node:sqlite';
import { type MessageId, messageIdSchema, type WorkspaceId } from '../../shared/ids.ts';
import type { AttachmentId } from '../../shared/transcript/attachment.ts';
import type { MessageCommand, Settlement } from '../../shared/transcript/transcript.ts';
import type { AttachmentStore } from './attachment-store.ts';
import type { Database } from './database.ts';
import { inTransaction } from './in-transaction.ts';
import { toJson } from './json-column.ts';

export type NewUserMessage = {
  workspaceId: WorkspaceId;
  key: string;
  text: string;
  mentions: readonly string[];
  command?: MessageCommand | undefined;
  attachments: readonly AttachmentId[];
  at: number;
};

/** Writes queued messages with their text and attachments. Several rows each: the caller holds a transaction. */
export function createUserMessageWriter(
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
 * Puts a queued message in the place of the message `from` and of all after it, except outside ones. Those
 * are kept as another branch, and their open asks settled; what the agent never read is withdrawn instead.
 * What was attached to `from` goes with the new message, but for what is dropped. All or nothing, on the disk on
 * return.
 */
export type ReplaceFrom = (
  from: MessageId,
  message: NewUserMessage,
  settlement: Settlement,
  dropped: readonly AttachmentId[],
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
  return (from, message, settlement, dropped) =>
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
      return id;
    });
}
