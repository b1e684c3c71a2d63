import { z } from 'zod';
import { type MessageId, messageIdSchema, type WorkspaceId, workspaceIdSchema } from '../../shared/ids.ts';
import {
  type Attachment,
  type AttachmentId,
  attachmentIdSchema,
  attachmentSchema,
} from '../../shared/transcript/attachment.ts';
import { type Database, fromJson, jsonColumn, nullableJsonColumn } from './database.ts';

const refusedBySchema = z.array(z.string());

export const attachmentRowSchema = z.lazy(() =>
  z.object({
    workspace_id: workspaceIdSchema,
    about: jsonColumn(attachmentSchema),
    refused_by: nullableJsonColumn(refusedBySchema),
  }),
);

export type AttachmentStore = ReturnType<typeof createAttachmentStore>;

const selectOfChat =
  'SELECT message_id, about FROM attachments WHERE workspace_id = ? AND message_id IS NOT NULL ORDER BY rowid';

const dataSchema = z.instanceof(Uint8Array);

const about = (row: Record<string, unknown>): Attachment =>
  attachmentRowSchema.unwrap().shape.about.parse(row['about']);

/** The attachments of messages; one without a message belongs to the unsent message of its workspace. */
export function createAttachmentStore({ durable }: Database) {
  const insert = durable.prepare(
    'INSERT INTO attachments (workspace_id, id, about, data, copy) VALUES (?, ?, ?, ?, ?)',
  );
  const one = durable.prepare('SELECT about, data FROM attachments WHERE workspace_id = ? AND id = ?');
  const oneForModels = durable.prepare(
    'SELECT coalesce(copy, data) AS data FROM attachments WHERE workspace_id = ? AND id = ?',
  );
  const unsent = durable.prepare(
    'SELECT about FROM attachments WHERE workspace_id = ? AND message_id IS NULL ORDER BY rowid',
  );
  const ofMessage = durable.prepare('SELECT about FROM attachments WHERE message_id = ? ORDER BY rowid');
  const ofChat = durable.prepare(selectOfChat);
  const remove = durable.prepare(
    'DELETE FROM attachments WHERE workspace_id = ? AND id = ? AND message_id IS NULL',
  );
  return {
    /**
     * Adds to the unsent message; `copy` is the one for models, if the image needs one. On the disk on return.
     */
    add(workspaceId: WorkspaceId, attachment: Attachment, data: Uint8Array, copy: Uint8Array | null): void {
      insert.run(workspaceId, attachment.id, JSON.stringify(attachment), data, copy);
    },
    read(
      workspaceId: WorkspaceId,
      id: AttachmentId,
    ): { attachment: Attachment; data: Uint8Array } | undefined {
      const row = one.get(workspaceId, id);
      return row && { attachment: about(row), data: dataSchema.parse(row['data']) };
    },
    /** Returns the copy for models, or the content where there is none. */
    readForModels(workspaceId: WorkspaceId, id: AttachmentId): Uint8Array | undefined {
      const row = oneForModels.get(workspaceId, id);
      return row && dataSchema.parse(row['data']);
    },
    unsent: (workspaceId: WorkspaceId): Attachment[] => unsent.all(workspaceId).map(about),
    ofMessage: (id: MessageId): Attachment[] => ofMessage.all(id).map(about),
    ofChat(workspaceId: WorkspaceId): Map<MessageId, Attachment[]> {
      const ofMessages = Map.groupBy(ofChat.all(workspaceId), (row) =>
        messageIdSchema.parse(row['message_id']),
      );
      return new Map(Array.from(ofMessages, ([id, rows]) => [id, rows.map(about)]));
    },
    /** Removes it unless it was sent. */
    removeUnsent(workspaceId: WorkspaceId, id: AttachmentId): void {
      remove.run(workspaceId, id);
    },
    ...imageRefusals(durable),
    ...attachmentMoves(durable),
    ...unsentCopies(durable),
  };
}

/** The images that agents' models refused; they are not sent there again. */
function imageRefusals(durable: Database['durable']) {
  const refused = durable.prepare(
    'SELECT id, refused_by FROM attachments WHERE workspace_id = ? AND refused_by IS NOT NULL',
  );
  const refuse = durable.prepare(
    `UPDATE attachments SET refused_by = json_insert(coalesce(refused_by, '[]'), '$[#]', ?1)
       WHERE workspace_id = ?2 AND id = ?3
         AND NOT EXISTS (SELECT 1 FROM json_each(coalesce(refused_by, '[]')) WHERE value = ?1)`,
  );
  return {
    refusedBy(workspaceId: WorkspaceId, agent: string): Set<AttachmentId> {
      const ids = refused.all(workspaceId).flatMap((row) => {
        const by = fromJson(refusedBySchema, row['refused_by']) ?? [];
        return by.includes(agent) ? [attachmentIdSchema.parse(row['id'])] : [];
      });
      return new Set(ids);
    },
    refuse(workspaceId: WorkspaceId, agent: string, ids: readonly AttachmentId[]): void {
      for (const id of ids) refuse.run(agent, workspaceId, id);
    },
  };
}

function attachmentMoves(durable: Database['durable']) {
  const give = durable.prepare(
    'UPDATE attachments SET message_id = ? WHERE workspace_id = ? AND id = ? AND message_id IS NULL',
  );
  const release = durable.prepare('UPDATE attachments SET message_id = NULL WHERE message_id = ?');
  const hand = durable.prepare(
    `UPDATE attachments SET message_id = ? WHERE message_id = ? AND id NOT IN (SELECT value FROM json_each(?))`,
  );
  const copy = durable.prepare(
    `INSERT INTO attachments (workspace_id, id, message_id, about, data, copy, refused_by)
       SELECT workspace_id, substr(id, 1, 40) || '-' || ?2, ?2,
         json_set(about, '$.id', substr(id, 1, 40) || '-' || ?2), data, copy, refused_by
       FROM attachments
       WHERE message_id = ?1 AND id NOT IN (SELECT value FROM json_each(?3)) ORDER BY rowid`,
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
    /** Moves attachments to the message that takes the place of another, except the dropped ones. */
    hand(from: MessageId, to: MessageId, dropped: readonly AttachmentId[]): void {
      hand.run(to, from, JSON.stringify(dropped));
    },
    /** Copies attachments to another message under new ids, except the dropped ones. */
    copy(from: MessageId, to: MessageId, dropped: readonly AttachmentId[]): void {
      copy.run(from, to, JSON.stringify(dropped));
    },
    dropOf(messageId: MessageId): void {
      drop.run(messageId);
    },
  };
}

function unsentCopies(durable: Database['durable']) {
  const copyToUnsent = durable.prepare(
    `INSERT INTO attachments (workspace_id, id, message_id, about, data, copy, refused_by)
       SELECT workspace_id, substr(id, 1, 40) || ?2, NULL,
         json_set(about, '$.id', substr(id, 1, 40) || ?2), data, copy, refused_by
       FROM attachments WHERE message_id = ?1 ORDER BY rowid`,
  );
  const ofSuffix = 'workspace_id = ?1 AND message_id IS NULL AND substr(id, -length(?2)) = ?2';
  const unsentWith = durable.prepare(`SELECT about FROM attachments WHERE ${ofSuffix} ORDER BY rowid`);
  const dropUnsent = durable.prepare(`DELETE FROM attachments WHERE ${ofSuffix}`);
  return {
    /** Copies the attachments of a message to the unsent one, under ids with a suffix. */
    copyToUnsent(from: MessageId, suffix: string): void {
      copyToUnsent.run(from, suffix);
    },
    /** Returns those of the unsent message whose ids have a suffix. */
    unsentWith: (workspaceId: WorkspaceId, suffix: string): Attachment[] =>
      unsentWith.all(workspaceId, suffix).map(about),
    /** Removes those of the unsent message whose ids have a suffix. */
    dropUnsent(workspaceId: WorkspaceId, suffix: string): void {
      dropUnsent.run(workspaceId, suffix);
    },
  };
}
