import { z } from 'zod';
import type { MessageId, WorkspaceId } from '../../shared/ids.ts';
import { type Attachment, type AttachmentId, attachmentSchema } from '../../shared/transcript/attachment.ts';
import { byMessage } from './message-store.ts';
import type { Database } from './database.ts';

export type AttachmentStore = ReturnType<typeof createAttachmentStore>;

const selectOfChat =
  'SELECT message_id, about FROM attachments WHERE workspace_id = ? AND message_id IS NOT NULL ORDER BY rowid';

const dataSchema = z.instanceof(Uint8Array);

/** Stores the attachments of messages. One without a message belongs to its workspace's unsent one. */
export function createAttachmentStore({ durable }: Database) {
  const insert = durable.prepare(
    'INSERT INTO attachments (workspace_id, id, about, data) VALUES (?, ?, ?, ?)',
  );
  const one = durable.prepare('SELECT about, data FROM attachments WHERE workspace_id = ? AND id = ?');
  const unsent = durable.prepare(
    'SELECT about FROM attachments WHERE workspace_id = ? AND message_id IS NULL ORDER BY rowid',
  );
  const ofMessage = durable.prepare('SELECT about FROM attachments WHERE message_id = ? ORDER BY rowid');
  const ofChat = durable.prepare(selectOfChat);
  const remove = durable.prepare(
    'DELETE FROM attachments WHERE workspace_id = ? AND id = ? AND message_id IS NULL',
  );
  const about = (row: Record<string, unknown>): Attachment =>
    attachmentSchema.parse(JSON.parse(z.string().parse(row['about'])));

  return {
    /** Adds an attachment to the unsent message; on the disk on return. */
    add(workspaceId: WorkspaceId, attachment: Attachment, data: Uint8Array): void {
      insert.run(workspaceId, attachment.id, JSON.stringify(attachment), data);
    },
    read(
      workspaceId: WorkspaceId,
      id: AttachmentId,
    ): { attachment: Attachment; data: Uint8Array } | undefined {
      const row = one.get(workspaceId, id);
      return row && { attachment: about(row), data: dataSchema.parse(row['data']) };
    },
    unsent: (workspaceId: WorkspaceId): Attachment[] => unsent.all(workspaceId).map(about),
    ofMessage: (id: MessageId): Attachment[] => ofMessage.all(id).map(about),
    /** Those of all messages of a chat, by message. */
    ofChat: (workspaceId: WorkspaceId): Map<MessageId, Attachment[]> =>
      byMessage(ofChat.iterate(workspaceId), about),
    /** Removes an attachment of the unsent message; one that was sent stays. */
    removeUnsent(workspaceId: WorkspaceId, id: AttachmentId): void {
      remove.run(workspaceId, id);
    },
    ...attachmentMoves(durable),
  };
}

/** The moves of attachments with the messages they belong to. */
function attachmentMoves(durable: Database['durable']) {
  const give = durable.prepare(
    'UPDATE attachments SET message_id = ? WHERE workspace_id = ? AND id = ? AND message_id IS NULL',
  );
  const release = durable.prepare('UPDATE attachments SET message_id = NULL WHERE message_id = ?');
  const hand = durable.prepare('UPDATE attachments SET message_id = ? WHERE message_id = ?');
  const copy = durable.prepare(
    `INSERT INTO attachments (workspace_id, id, message_id, about, data)
       SELECT workspace_id, substr(id, 1, 40) || '-' || ?2, ?2,
         json_set(about, '$.id', substr(id, 1, 40) || '-' || ?2), data
       FROM attachments WHERE message_id = ?1 ORDER BY rowid`,
  );
  const drop = durable.prepare('DELETE FROM attachments WHERE message_id = ?');
  const addTo = durable.prepare(
    'INSERT INTO attachments (workspace_id, id, message_id, about, data) VALUES (?, ?, ?, ?, ?)',
  );
  return {
    /** Adds an attachment to a message; on the disk on return. */
    addTo(messageId: MessageId, workspaceId: WorkspaceId, attachment: Attachment, data: Uint8Array): void {
      addTo.run(workspaceId, attachment.id, messageId, JSON.stringify(attachment), data);
    },
    /** Moves attachments of the unsent message to one that is being stored. */
    giveTo(messageId: MessageId, workspaceId: WorkspaceId, ids: readonly AttachmentId[]): void {
      for (const id of ids) give.run(messageId, workspaceId, id);
    },
    /** Moves the attachments of a message back to the unsent one. */
    release(messageId: MessageId): void {
      release.run(messageId);
    },
    /** Moves the attachments of a message to the one that takes its place. */
    hand(from: MessageId, to: MessageId): void {
      hand.run(to, from);
    },
    /** Gives a message the attachments of another one too, under ids of its own. */
    copy(from: MessageId, to: MessageId): void {
      copy.run(from, to);
    },
    dropOf(messageId: MessageId): void {
      drop.run(messageId);
    },
  };
}
