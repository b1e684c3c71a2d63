import { z } from 'zod';
import { type MessageId, messageIdSchema, type WorkspaceId } from '../../shared/ids.ts';
import { type Database, inTransaction } from './database.ts';

/**
 * A summary stands for every message up to `until`; `decisions` are what the person decided there, word for word.
 */
export type Summary = { id: MessageId; until: MessageId; text: string; decisions: string[] };

export type NewSummary = Omit<Summary, 'id'> & { workspaceId: WorkspaceId; at: number };

const rowSchema = z.lazy(() => z.object({ id: messageIdSchema, summarises: messageIdSchema }));
const textSchema = z.lazy(() => z.object({ text: z.string() }));

const inForce = 'summarises IS NOT NULL AND replaced_by IS NULL AND withdrawn_by IS NULL';

export type SummaryStore = ReturnType<typeof createSummaryStore>;

/** A summary is a message: its first part is the text, each further one a decision. */
export function createSummaryStore({ durable }: Database) {
  const newest = durable.prepare(
    `SELECT id, summarises FROM messages WHERE workspace_id = ? AND ${inForce} ORDER BY id DESC LIMIT 1`,
  );
  const parts = durable.prepare('SELECT text FROM parts WHERE message_id = ? ORDER BY position');
  const insert = durable.prepare(
    `INSERT INTO messages (workspace_id, role, summarises, created_at, branch)
     VALUES (?1, 'agent', ?2, ?3, (SELECT branch FROM workspaces WHERE id = ?1)) RETURNING id`,
  );
  const insertPart = durable.prepare(
    `INSERT INTO parts (message_id, position, step, type, text) VALUES (?, ?, 0, 'text', ?)`,
  );
  const edit = durable.prepare(
    `UPDATE parts SET text = ? WHERE position = 0
       AND message_id = (SELECT id FROM messages WHERE workspace_id = ? AND id = ? AND ${inForce})`,
  );
  const drop = durable.prepare(
    `UPDATE messages SET withdrawn_by = 'undone' WHERE workspace_id = ? AND id = ? AND ${inForce}`,
  );
  return {
    /** Returns the newest one that was not withdrawn or replaced. */
    newest(workspaceId: WorkspaceId): Summary | undefined {
      const row = newest.get(workspaceId);
      if (row === undefined) return undefined;
      const { id, summarises: until } = rowSchema.parse(row);
      const [text = '', ...decisions] = parts.all(id).map((part) => textSchema.parse(part).text);
      return { id, until, text, decisions };
    },
    /** On the disk on return. */
    add: ({ workspaceId, until, text, decisions, at }: NewSummary): MessageId =>
      inTransaction(durable, () => {
        const { id } = z.object({ id: messageIdSchema }).parse(insert.get(workspaceId, until, at));
        for (const [position, part] of [text, ...decisions].entries()) insertPart.run(id, position, part);
        return id;
      }),
    /** Returns false where the summary is withdrawn or replaced. */
    edit: (workspaceId: WorkspaceId, id: MessageId, text: string): boolean =>
      edit.run(text, workspaceId, id).changes > 0,
    /** Withdraws a summary; returns false where it is withdrawn or replaced already. */
    drop: (workspaceId: WorkspaceId, id: MessageId): boolean => drop.run(workspaceId, id).changes > 0,
  };
}
