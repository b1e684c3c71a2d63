import { z } from 'zod';
import {
  type ActionId,
  actionIdSchema,
  type MessageId,
  messageIdSchema,
  toolCallIdSchema,
  workspaceIdSchema,
} from '../../shared/ids.ts';
import { type Presence, presenceSchema } from '../../shared/transcript/transcript.ts';
import type { ActionStore, StoredAction } from './action-store.ts';
import type { Database } from './database.ts';
import { inTransaction } from './in-transaction.ts';
import type { OutsidePlace } from './outside-store.ts';

const rowSchema = z.lazy(() =>
  z.object({
    workspace_id: workspaceIdSchema,
    tool_call_id: toolCallIdSchema,
    message_id: messageIdSchema,
    id: actionIdSchema,
    presence: presenceSchema,
  }),
);

/** A plan that an asker from outside wants reviewed. */
export type ReviewCall = OutsidePlace & { id: ActionId; presence: Presence };

export type NewReview = Pick<OutsidePlace, 'workspaceId' | 'toolCallId'> & {
  key: string | null;
  dedupeKey: string;
  at: number;
};

const select = `SELECT calls.*, actions.message_id, actions.id FROM outside_calls AS calls
  JOIN pending_actions AS actions ON actions.workspace_id = calls.workspace_id
    AND actions.tool_call_id = calls.tool_call_id`;

export type ReviewStore = ReturnType<typeof createReviewStore>;

/** The reviews that askers from outside want; each has a message and a part, and its plan among the previews. */
export function createReviewStore({ durable }: Database, actions: ActionStore) {
  const insertMessage = durable.prepare(
    `INSERT INTO messages (workspace_id, role, outside, complete_steps, created_at)
     VALUES (?, 'agent', 1, 1, ?) RETURNING id`,
  );
  const insertPart = durable.prepare(
    `INSERT INTO parts (message_id, position, step, type, kind, tool_call_id, tool_name, input)
     VALUES (?, 0, 0, 'tool', 'preview', ?, 'review_plan', 'null')`,
  );
  const insertCall = durable.prepare(
    `INSERT INTO outside_calls (workspace_id, tool_call_id, tool, sender_key, likeness, presence, asked_at)
     VALUES (?, ?, 'review_plan', ?, ?, 'waiting', ?)`,
  );
  const byKey = durable.prepare(`${select} WHERE sender_key = ?`);
  const byDedupeKey = durable.prepare(
    `${select} WHERE likeness = ? AND presence <> 'told' AND asked_at >= ? ORDER BY message_id`,
  );
  const pending = durable.prepare(`${select} WHERE pending = 1 ORDER BY message_id`);
  return {
    /** Stores a call with its message and its plan, all or nothing; on the disk on return. */
    open: (
      { workspaceId, toolCallId, key, dedupeKey, at }: NewReview,
      planIn: (messageId: MessageId) => StoredAction,
    ): StoredAction =>
      inTransaction(durable, () => {
        const messageId = messageIdSchema.parse(insertMessage.get(workspaceId, at)?.['id']);
        insertPart.run(messageId, toolCallId);
        insertCall.run(workspaceId, toolCallId, key, dedupeKey, at);
        const action = planIn(messageId);
        actions.save(action);
        return action;
      }),
    byKey(key: string): ReviewCall | undefined {
      const row = byKey.get(key);
      return row === undefined ? undefined : toCall(row);
    },
    /** Returns the reviews with one dedupe key whose asker does not know the decision yet; oldest first. */
    byDedupeKey: (dedupeKey: string, since: number): ReviewCall[] =>
      byDedupeKey.all(dedupeKey, since).map(toCall),
    pending: (): ReviewCall[] => pending.all().map(toCall),
  };
}

function toCall(row: unknown): ReviewCall {
  const { workspace_id, tool_call_id, message_id, ...rest } = rowSchema.parse(row);
  return { workspaceId: workspace_id, toolCallId: tool_call_id, messageId: message_id, ...rest };
}
