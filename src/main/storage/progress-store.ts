import { z } from 'zod';
import { type MessageId, messageIdSchema, type WorkspaceId, workspaceIdSchema } from '../../shared/ids.ts';
import { type ProgressItem, progressItemSchema } from '../../shared/transcript/transcript.ts';
import { type Database, fromJson } from './database.ts';

export const progressRowSchema = z.lazy(() =>
  z.object({
    message_id: messageIdSchema,
    workspace_id: workspaceIdSchema,
    items: z.unknown().transform((text) => fromJson(z.array(progressItemSchema), text) ?? []),
  }),
);

export type ProgressStore = ReturnType<typeof createProgressStore>;

/** The progress lists of chats. The list of a chat is that of its newest message that has one. */
export function createProgressStore({ durable }: Database) {
  const write = durable.prepare(
    `INSERT INTO progress_lists (message_id, workspace_id, items) VALUES (?, ?, ?)
     ON CONFLICT (message_id) DO UPDATE SET items = excluded.items`,
  );
  const newest = durable.prepare(
    `SELECT progress_lists.* FROM progress_lists JOIN messages ON messages.id = message_id
     WHERE progress_lists.workspace_id = ? AND replaced_by IS NULL ORDER BY message_id DESC LIMIT 1`,
  );
  return {
    /** On the disk on return. */
    save(workspaceId: WorkspaceId, messageId: MessageId, items: readonly ProgressItem[]): void {
      write.run(messageId, workspaceId, JSON.stringify(items));
    },
    /** Empty where the chat has none. */
    read(workspaceId: WorkspaceId): ProgressItem[] {
      const row = newest.get(workspaceId);
      return row === undefined ? [] : progressRowSchema.parse(row).items;
    },
  };
}
