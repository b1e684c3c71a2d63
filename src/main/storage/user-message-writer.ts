import type { DatabaseSync } from 'node:sqlite';
import { type MessageId, messageIdSchema, type WorkspaceId } from '../../shared/ids.ts';

export type NewUserMessage = {
  workspaceId: WorkspaceId;
  key: string;
  text: string;
  at: number;
};

/** Writes queued messages with their text. Two rows each: the caller holds a transaction. */
export function createUserMessageWriter(connection: DatabaseSync): (message: NewUserMessage) => MessageId {
  const insertMessage = connection.prepare(
    `INSERT INTO messages (workspace_id, role, sender_key, queued, created_at)
     VALUES (?, 'user', ?, 1, ?) RETURNING id`,
  );
  const insertText = connection.prepare(
    `INSERT INTO parts (message_id, position, step, type, text) VALUES (?, 0, 0, 'text', ?)`,
  );
  return ({ workspaceId, key, text, at }) => {
    const id = messageIdSchema.parse(insertMessage.get(workspaceId, key, at)?.['id']);
    insertText.run(id, text);
    return id;
  };
}
