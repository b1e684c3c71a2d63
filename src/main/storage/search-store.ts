import { z } from 'zod';
import {
  type MessageId,
  messageIdSchema,
  type ToolCallId,
  type WorkspaceId,
  workspaceIdSchema,
} from '../../shared/ids.ts';
import { questionSchema, settlementSchema } from '../../shared/questions/questions.ts';
import { pendingActionSchema } from '../../shared/previews/pending-action.ts';
import { type Database, nullableJsonColumn } from './database.ts';

const rowSchema = z.lazy(() =>
  z.object({
    workspace_id: workspaceIdSchema,
    message_id: messageIdSchema,
    position: z.number(),
    text: z.string(),
    questions: nullableJsonColumn(z.array(questionSchema)),
    settlement: nullableJsonColumn(settlementSchema),
    shown: nullableJsonColumn(pendingActionSchema),
  }),
);

/** A part of a message with what a person reads on its card. */
export type SearchedPart = z.infer<typeof rowSchema>;

/** In whichever branch. */
const shown = `queued = 0 AND withdrawn_by IS NULL`;

/** In all listed chats. */
const anywhere = `SELECT messages.id FROM messages JOIN workspaces ON workspaces.id = workspace_id
  WHERE messages.id < ? AND ${shown} AND removed_at IS NULL ORDER BY messages.id DESC LIMIT ?`;

const messages = `SELECT id FROM messages WHERE workspace_id = ? AND id < ? AND ${shown} ORDER BY id DESC LIMIT ?`;

function partsOf(ids: string): string {
  return `SELECT messages.workspace_id, parts.message_id, position, text, questions, settlement, shown FROM messages
       JOIN parts ON parts.message_id = messages.id
       LEFT JOIN asks ON asks.message_id = messages.id AND asks.tool_call_id = parts.tool_call_id
       LEFT JOIN pending_actions ON pending_actions.message_id = messages.id
         AND pending_actions.tool_call_id = parts.tool_call_id
     WHERE messages.id IN (${ids}) AND parts.type <> 'reasoning'
     ORDER BY parts.message_id DESC, position DESC`;
}

type SearchedPage = { first: MessageId; parts: Iterable<SearchedPart> };

export type SearchStore = ReturnType<typeof createSearchStore>;

export function createSearchStore({ durable }: Database) {
  const first = durable.prepare(`SELECT min(id) AS first FROM (${messages})`);
  const parts = durable.prepare(partsOf(messages));
  const firstAnywhere = durable.prepare(`SELECT min(id) AS first FROM (${anywhere})`);
  const partsAnywhere = durable.prepare(partsOf(anywhere));
  const messageOfCall = durable.prepare(
    `SELECT message_id FROM parts JOIN messages ON messages.id = message_id
     WHERE workspace_id = ? AND tool_call_id = ? AND replaced_by IS NULL`,
  );
  const messageAnywhere = durable.prepare(
    `SELECT message_id FROM parts JOIN messages ON messages.id = message_id
     WHERE workspace_id = ? AND tool_call_id = ? AND withdrawn_by IS NULL`,
  );
  const sinceWaiting = durable.prepare(
    `SELECT count(*) AS count FROM messages WHERE workspace_id = :id AND replaced_by IS NULL
       AND withdrawn_by IS NULL AND messages.id >= (SELECT min(message_id) FROM (
         SELECT message_id FROM asks WHERE workspace_id = :id AND settlement IS NULL
         UNION ALL SELECT message_id FROM permissions WHERE workspace_id = :id AND settlement IS NULL
         UNION ALL SELECT message_id FROM forms WHERE workspace_id = :id AND settlement IS NULL
         UNION ALL SELECT message_id FROM pending_actions WHERE workspace_id = :id AND pending = 1))`,
  );

  return {
    /** Counts the messages from the oldest one on that waits for the person; 0 where none does. */
    countSinceWaiting: (id: WorkspaceId): number => z.number().parse(sinceWaiting.get({ id })?.['count']),
    /** Returns the message of a call on the shown path of a chat. */
    messageOfCall(workspaceId: WorkspaceId, toolCallId: ToolCallId): MessageId | undefined {
      const row = messageOfCall.get(workspaceId, toolCallId);
      return row === undefined ? undefined : messageIdSchema.parse(row['message_id']);
    },
    /** Returns the message of a call in any branch of a chat. */
    messageOfCallAnywhere(workspaceId: WorkspaceId, toolCallId: ToolCallId): MessageId | undefined {
      const row = messageAnywhere.get(workspaceId, toolCallId);
      return row === undefined ? undefined : messageIdSchema.parse(row['message_id']);
    },
    /**
     * Returns the parts of the newest `count` messages before one, newest first, and the oldest of these
     * messages; undefined where there is none. Without a workspace, of all listed chats.
     */
    before(workspaceId: WorkspaceId | null, before: number, count: number): SearchedPage | undefined {
      const oldest =
        workspaceId === null ? firstAnywhere.get(before, count) : first.get(workspaceId, before, count);
      const id = messageIdSchema.nullable().parse(oldest?.['first']);
      if (id === null) return undefined;
      const rows =
        workspaceId === null ? partsAnywhere.all(before, count) : parts.all(workspaceId, before, count);
      return { first: id, parts: rows.map((row) => rowSchema.parse(row)) };
    },
  };
}
