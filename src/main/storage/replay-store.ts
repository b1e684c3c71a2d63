import { z } from 'zod';
import { type MessageId, messageIdSchema, type ToolCallId, type WorkspaceId } from '../../shared/ids.ts';
import type { CallWork } from '../../shared/transcript/call-work.ts';
import type { ProgressItem } from '../../shared/transcript/transcript.ts';
import { type Database, inTransaction } from './database.ts';

/** A part of an answer from an earlier session; its times are not known. */
export type ReplayedPart =
  | { type: 'text' | 'reasoning'; text: string }
  | {
      type: 'tool';
      toolCallId: ToolCallId;
      toolName: string;
      input: unknown;
      work: CallWork;
      result: { ok: boolean; text: string };
    };

export type ReplayedMessage = { role: 'user'; text: string } | { role: 'agent'; parts: ReplayedPart[] };

/** A conversation from an earlier session; `items` is the last progress list in it. */
export type Replayed = { messages: readonly ReplayedMessage[]; items: readonly ProgressItem[] };

/** `at` is the time that all its messages get, in milliseconds since 1970. */
export type ReplayTarget = { workspaceId: WorkspaceId; at: number };

export type ReplayStore = ReturnType<typeof createReplayStore>;

export function createReplayStore({ durable }: Database) {
  const insertMessage = durable.prepare(
    `INSERT INTO messages (workspace_id, role, mentions, created_at, complete_steps, branch)
     VALUES (?1, ?2, ?3, ?4, ?5, (SELECT branch FROM workspaces WHERE id = ?1)) RETURNING id`,
  );
  const insertPart = durable.prepare(
    `INSERT INTO parts (message_id, position, step, type, kind, text, tool_call_id, tool_name, input, work, result)
     VALUES (?, ?, 0, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const saveItems = durable.prepare(
    'INSERT INTO progress_lists (message_id, workspace_id, items) VALUES (?, ?, ?)',
  );
  const queued = durable.prepare(
    'SELECT id FROM messages WHERE workspace_id = ? AND queued = 1 AND withdrawn_by IS NULL ORDER BY id',
  );
  const renumber = durable.prepare(
    'UPDATE messages SET id = (SELECT max(id) + 1 FROM messages) WHERE id = ? RETURNING id',
  );
  const follow = ['parts', 'attachments'].map((table) =>
    durable.prepare(`UPDATE ${table} SET message_id = ? WHERE message_id = ?`),
  );

  function add({ workspaceId, at }: ReplayTarget, message: ReplayedMessage): MessageId {
    const isUser = message.role === 'user';
    const row = insertMessage.get(workspaceId, message.role, isUser ? '[]' : null, at, isUser ? 0 : 1);
    const id = messageIdSchema.parse(row?.['id']);
    const parts = isUser ? [{ type: 'text' as const, text: message.text }] : message.parts;
    for (const [position, part] of parts.entries()) insertPart.run(id, position, ...valuesOf(part));
    return id;
  }

  /** Moves what was queued while the conversation was read behind it. */
  function putQueuedLast(workspaceId: WorkspaceId): void {
    for (const { id } of queued.all(workspaceId)) {
      const before = z.number().parse(id);
      const now = messageIdSchema.parse(renumber.get(before)?.['id']);
      for (const statement of follow) statement.run(now, before);
    }
  }

  return {
    /**
     * Adds a conversation to a chat without messages, before what is queued there, and runs `more` with its last
     * message, all in one transaction; on the disk on return. Throws where the conversation is empty.
     */
    add(target: ReplayTarget, { messages, items }: Replayed, more: (last: MessageId) => void): void {
      inTransaction(durable, () => {
        durable.exec('PRAGMA defer_foreign_keys = ON');
        let last: MessageId | undefined;
        for (const message of messages) last = add(target, message);
        if (last === undefined) throw new Error('A conversation needs a message.');
        if (items.length > 0) saveItems.run(last, target.workspaceId, JSON.stringify(items));
        putQueuedLast(target.workspaceId);
        more(last);
      });
    },
  };
}

/** In the order of the columns of the statement, from the type on. */
function valuesOf(part: ReplayedPart): (string | null)[] {
  if (part.type !== 'tool') return [part.type, null, part.text, null, null, null, null, null];
  const { toolCallId, toolName, input, work, result } = part;
  const told = [JSON.stringify(input ?? null), JSON.stringify(work), JSON.stringify(result)];
  return [part.type, 'plain', '', toolCallId, toolName, ...told];
}
