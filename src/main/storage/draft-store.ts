import { z } from 'zod';
import { type WorkspaceId, workspaceIdSchema } from '../../shared/ids.ts';
import type { Database } from './database.ts';

export const draftRowSchema = z.object({
  workspace_id: workspaceIdSchema,
  subject: z.string(),
  body: z.string(),
});

/** The subject of a chat's unsent message. */
export const messageDraft = 'message';

export type DraftStore = ReturnType<typeof createDraftStore>;

/** Unsent entries by workspace and subject, as text. Each kind of subject is read and written by one store. */
export function createDraftStore({ relaxed, durable }: Database) {
  const upsert = `INSERT INTO drafts (workspace_id, subject, body) VALUES (?, ?, ?)
     ON CONFLICT (workspace_id, subject) DO UPDATE SET body = excluded.body`;
  const read = relaxed.prepare('SELECT body FROM drafts WHERE workspace_id = ? AND subject = ?');
  const write = relaxed.prepare(upsert);
  const writeDurably = durable.prepare(upsert);
  const remove = relaxed.prepare('DELETE FROM drafts WHERE workspace_id = ? AND subject = ?');

  return {
    read(workspaceId: WorkspaceId, subject: string): string | undefined {
      const body = read.get(workspaceId, subject)?.['body'];
      return typeof body === 'string' ? body : undefined;
    },
    /** An empty body removes the draft. */
    save(workspaceId: WorkspaceId, subject: string, body: string): void {
      if (body === '') remove.run(workspaceId, subject);
      else write.run(workspaceId, subject, body);
    },
    /** Saves within a transaction of the durable connection. */
    saveWithin(workspaceId: WorkspaceId, subject: string, body: string): void {
      writeDurably.run(workspaceId, subject, body);
    },
  };
}
