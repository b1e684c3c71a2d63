import type { DatabaseSync } from 'node:sqlite';
import { type MessageId, messageIdSchema, type WorkspaceId } from '../../shared/ids.ts';
import type { AttachmentId } from '../../shared/transcript/attachment.ts';
import type { AttachmentStore } from './attachment-store.ts';
import { toJson } from './json-column.ts';

export type NewUserMessage = {
  workspaceId: WorkspaceId;
  key: string;
  text: string;
  mentions: readonly string[];
  attachments: readonly AttachmentId[];
  at: number;
};

/** Writes queued messages with their text and attachments. Several rows each: the caller holds a transaction. */
export function createUserMessageWriter(
  connection: DatabaseSync,
  attachments: AttachmentStore,
): (message: NewUserMessage) => MessageId {
  const insertMessage = connection.prepare(
    `INSERT INTO messages (workspace_id, role, sender_key, queued, mentions, created_at)
     VALUES (?, 'user', ?, 1, ?, ?) RETURNING id`,
  );
  const insertText = connection.prepare(
    `INSERT INTO parts (message_id, position, step, type, text) VALUES (?, 0, 0, 'text', ?)`,
  );
  return ({ workspaceId, key, text, mentions, attachments: ids, at }) => {
    const id = messageIdSchema.parse(insertMessage.get(workspaceId, key, toJson(mentions), at)?.['id']);
    insertText.run(id, text);
    attachments.giveTo(id, workspaceId, ids);
    return id;
  };
}
