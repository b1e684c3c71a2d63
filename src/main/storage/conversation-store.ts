import { type MessageId, messageIdSchema, type WorkspaceId } from '../../shared/ids.ts';
import { z } from 'zod';
import type { Database } from './database.ts';

const messageSchema = z.object({ id: messageIdSchema, summarises: messageIdSchema.nullable() });

/** The result that a call has in a copy which was made before it had one. */
const unfinished = JSON.stringify({
  ok: false,
  text: 'This was still going on when the conversation was taken over into a new chat. How it ended is not known here.',
});

/** Copies what a message holds: `?1` is the message, `?2` its copy. A card whose call still waits is none in the copy. */
const copyParts = `INSERT INTO parts (message_id, position, step, type, kind, text, tool_call_id, tool_name, input, result,
      provider_metadata, work, started_at, ended_at)
    SELECT ?2, position, step, type, CASE WHEN type <> 'tool' THEN kind
        WHEN kind IN ('question', 'command') AND EXISTS (SELECT 1 FROM asks WHERE settlement IS NOT NULL
          AND asks.message_id = parts.message_id AND asks.tool_call_id = parts.tool_call_id) THEN kind
        ELSE 'plain' END,
      text, tool_call_id, tool_name, input, iif(type = 'tool', coalesce(result, '${unfinished}'), result),
      provider_metadata, work, started_at, ended_at
    FROM parts WHERE message_id = ?1`;

/** Copies what else belongs to a message, to the chat `?3`. */
const copyMore = [
  `INSERT INTO asks (workspace_id, tool_call_id, message_id, asker, questions, opened_at, settlement)
    SELECT ?3, tool_call_id, ?2, asker, questions, opened_at, settlement FROM asks
    WHERE message_id = ?1 AND settlement IS NOT NULL`,
  `INSERT INTO attachments (workspace_id, id, message_id, about, data, copy, refused_by)
    SELECT ?3, id, ?2, about, data, copy, refused_by FROM attachments WHERE message_id = ?1 ORDER BY rowid`,
  `INSERT INTO progress_lists (message_id, workspace_id, items)
    SELECT ?2, ?3, items FROM progress_lists WHERE message_id = ?1`,
  `INSERT INTO steering (workspace_id, message_id, step, text, kind)
    SELECT ?3, ?2, step, text, kind FROM steering WHERE message_id = ?1 ORDER BY id`,
];

export type ConversationStore = ReturnType<typeof createConversationStore>;

export function createConversationStore({ durable }: Database) {
  return {
    /**
     * Copies to a chat without messages what was said in another, as it is shown and was delivered, without what came from
     * outside. Questions stay questions with their answers; other calls stay as what was called and what came of it, and
     * nothing of them waits or can be decided. Copies within a transaction of the durable connection.
     */
    copyWithin(from: WorkspaceId, to: WorkspaceId): void {
      const said = durable.prepare(
        `SELECT id, summarises FROM messages WHERE workspace_id = ? AND queued = 0 AND outside = 0
           AND replaced_by IS NULL AND withdrawn_by IS NULL ORDER BY id`,
      );
      const message = durable.prepare(
        `INSERT INTO messages (workspace_id, role, mentions, command, created_at, complete_steps, summarises, notes)
           SELECT ?2, role, mentions, command, created_at, complete_steps, ?3, notes FROM messages WHERE id = ?1
           RETURNING id`,
      );
      const parts = durable.prepare(copyParts);
      const more = copyMore.map((sql) => durable.prepare(sql));
      const copies = new Map<MessageId, MessageId>();
      for (const row of said.all(from)) {
        const { id, summarises } = messageSchema.parse(row);
        const until = summarises === null ? null : (copies.get(summarises) ?? null);
        const copy = messageIdSchema.parse(message.get(id, to, until)?.['id']);
        copies.set(id, copy);
        parts.run(id, copy);
        for (const statement of more) statement.run(id, copy, to);
      }
    },
  };
}
