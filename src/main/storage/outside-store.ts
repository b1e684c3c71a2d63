import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import type { ToolResult } from '../../shared/dialects/dialect.ts';
import { type DialectId, dialectIds } from '../../shared/dialects/registry.ts';
import {
  type ActionId,
  actionIdSchema,
  type CallKey,
  type MessageCall,
  type MessageId,
  messageIdSchema,
  toolCallIdSchema,
  workspaceIdSchema,
} from '../../shared/ids.ts';
import { type Question, questionSchema, type Settlement } from '../../shared/questions/questions.ts';
import { outsideInput } from '../../shared/transcript/outside-call.ts';
import { type Presence, presenceSchema, type ToolKind } from '../../shared/transcript/transcript.ts';
import type { ActionStore, StoredAction } from './action-store.ts';
import type { AskStore } from './ask-store.ts';
import { type Database, inTransaction, jsonColumn } from './database.ts';

/** A call with questions, or for a review. */
export const outsideCallRowSchema = z.lazy(() =>
  z.object({
    workspace_id: workspaceIdSchema,
    tool_call_id: toolCallIdSchema,
    tool: z.enum([...dialectIds, 'review_plan']),
    presence: presenceSchema,
  }),
);

const askedRowSchema = z.lazy(() =>
  outsideCallRowSchema.unwrap().extend({
    message_id: messageIdSchema,
    asker: z.string(),
    tool: z.enum(dialectIds),
    questions: jsonColumn(z.array(questionSchema)),
  }),
);

const reviewRowSchema = z.lazy(() =>
  outsideCallRowSchema.unwrap().extend({ message_id: messageIdSchema, id: actionIdSchema }),
);

/** A call of an asker from outside the chats. */
export type OutsideCall = MessageCall & {
  asker: string;
  tool: DialectId;
  presence: Presence;
  questions: Question[];
};

/** `dedupeKey`, stored as `likeness`, is the same for the same questions of the same asker. */
type NewOutsideCall = Pick<OutsideCall, 'workspaceId' | 'toolCallId' | 'asker' | 'tool' | 'questions'> & {
  toolName: string;
  kind: ToolKind;
  /** Where the asker works. */
  folder: string | null;
  key: string | null;
  dedupeKey: string;
  at: number;
};

const selectCalls = `SELECT calls.*, asks.message_id, asks.asker, asks.questions FROM outside_calls AS calls
  JOIN asks ON asks.workspace_id = calls.workspace_id AND asks.tool_call_id = calls.tool_call_id`;

type NewCall = Pick<
  NewOutsideCall,
  'workspaceId' | 'toolCallId' | 'toolName' | 'kind' | 'folder' | 'key' | 'dedupeKey' | 'at'
> & {
  tool: DialectId | 'review_plan';
  presence: Presence;
};

/** Writes a call with its message and its part. Several rows, so the caller opens a transaction. */
function createCallWriter(durable: DatabaseSync): (call: NewCall) => MessageId {
  const insertMessage = durable.prepare(
    `INSERT INTO messages (workspace_id, role, outside, complete_steps, created_at)
     VALUES (?, 'agent', 1, 1, ?) RETURNING id`,
  );
  const insertPart = durable.prepare(
    `INSERT INTO parts (message_id, position, step, type, kind, tool_call_id, tool_name, input)
     VALUES (?, 0, 0, 'tool', ?, ?, ?, ?)`,
  );
  const insertCall = durable.prepare(
    `INSERT INTO outside_calls (workspace_id, tool_call_id, tool, sender_key, likeness, presence, asked_at)
     VALUES (?, ?, ?, ?, ?, ?, ?)`,
  );
  return ({ workspaceId, toolCallId, tool, toolName, kind, folder, key, dedupeKey, presence, at }) => {
    const messageId = messageIdSchema.parse(insertMessage.get(workspaceId, at)?.['id']);
    insertPart.run(messageId, kind, toolCallId, toolName, JSON.stringify(outsideInput(folder)));
    insertCall.run(workspaceId, toolCallId, tool, key, dedupeKey, presence, at);
    return messageId;
  };
}

export type OutsideStore = ReturnType<typeof createOutsideStore>;

/** What settled a call before the person was asked. */
type Ended = { settlement: Settlement; result: Pick<ToolResult, 'ok' | 'text'> };

/** The calls of askers from outside; each has a message, a part and an ask like those of a chat's agent. */
export function createOutsideStore({ durable }: Database, asks: AskStore) {
  const write = createCallWriter(durable);
  const setResult = durable.prepare('UPDATE parts SET result = ? WHERE message_id = ? AND tool_call_id = ?');
  const byKey = durable.prepare(`${selectCalls} WHERE sender_key = ?`);
  const byDedupeKey = durable.prepare(
    `${selectCalls} WHERE likeness = ? AND presence <> 'told' AND asked_at >= ? ORDER BY message_id`,
  );
  const pending = durable.prepare(`${selectCalls} WHERE settlement IS NULL ORDER BY message_id`);
  const setPresence = durable.prepare(
    'UPDATE outside_calls SET presence = ? WHERE workspace_id = ? AND tool_call_id = ?',
  );
  const noteAsked = durable.prepare(
    'UPDATE outside_calls SET asked_at = ? WHERE workspace_id = ? AND tool_call_id = ?',
  );
  const leaveAll = durable.prepare(`UPDATE outside_calls SET presence = 'gone' WHERE presence = 'waiting'`);

  return {
    /**
     * Stores a call with its message, its part and its ask in one transaction; on the disk on return. One that
     * has `ended` is settled at once, and its asker counts as told.
     */
    open: (call: NewOutsideCall, ended?: Ended): MessageId =>
      inTransaction(durable, () => {
        const { workspaceId, toolCallId, asker, questions, at } = call;
        const messageId = write({ ...call, presence: ended === undefined ? 'waiting' : 'told' });
        asks.open({ workspaceId, toolCallId, messageId, asker, questions, openedAt: at });
        if (ended === undefined) return messageId;
        asks.settle(workspaceId, toolCallId, ended.settlement);
        setResult.run(JSON.stringify(ended.result), messageId, toolCallId);
        return messageId;
      }),
    /** `key` is the caller's name for the call. */
    byKey(key: string): OutsideCall | undefined {
      const row = byKey.get(key);
      return row === undefined ? undefined : toCall(row);
    },
    /** Returns the calls asked at `since` or later whose asker has no answer yet, oldest first. */
    byDedupeKey: (dedupeKey: string, since: number): OutsideCall[] =>
      byDedupeKey.all(dedupeKey, since).map(toCall),
    /** Oldest first. */
    pending: (): OutsideCall[] => pending.all().map(toCall),
    setPresence: ({ workspaceId, toolCallId }: CallKey, presence: Presence): void =>
      void setPresence.run(presence, workspaceId, toolCallId),
    /** A call or a review was made once more. */
    noteAsked({ workspaceId, toolCallId }: CallKey, at: number): void {
      noteAsked.run(at, workspaceId, toolCallId);
    },
    /** Call it at the start: no asker of an earlier run is connected any more. */
    leaveAll: (): void => void leaveAll.run(),
  };
}

function toCall(row: unknown): OutsideCall {
  const { workspace_id, tool_call_id, message_id, ...rest } = askedRowSchema.parse(row);
  return { workspaceId: workspace_id, toolCallId: tool_call_id, messageId: message_id, ...rest };
}

/** A plan that an outside asker wants reviewed. */
export type ReviewCall = MessageCall & { id: ActionId; presence: Presence };

type NewReview = CallKey & {
  folder: string | null;
  key: string | null;
  dedupeKey: string;
  at: number;
};

const selectReviews = `SELECT calls.*, actions.message_id, actions.id FROM outside_calls AS calls
  JOIN pending_actions AS actions ON actions.workspace_id = calls.workspace_id
    AND actions.tool_call_id = calls.tool_call_id`;

const ofReview = {
  tool: 'review_plan',
  toolName: 'review_plan',
  kind: 'preview',
  presence: 'waiting',
} as const;

export type ReviewStore = ReturnType<typeof createReviewStore>;

/** The reviews that outside askers want; each has a message and a part, and its plan is a preview. */
export function createReviewStore({ durable }: Database, actions: ActionStore) {
  const write = createCallWriter(durable);
  const byKey = durable.prepare(`${selectReviews} WHERE sender_key = ?`);
  const byDedupeKey = durable.prepare(
    `${selectReviews} WHERE likeness = ? AND presence <> 'told' AND asked_at >= ? ORDER BY message_id`,
  );
  const pending = durable.prepare(`${selectReviews} WHERE pending = 1 ORDER BY message_id`);
  return {
    /** Stores a call with its message and its plan in one transaction; on the disk on return. */
    open: (review: NewReview, planIn: (messageId: MessageId) => StoredAction): StoredAction =>
      inTransaction(durable, () => {
        const messageId = write({ ...review, ...ofReview });
        const action = planIn(messageId);
        actions.save(action);
        return action;
      }),
    byKey(key: string): ReviewCall | undefined {
      const row = byKey.get(key);
      return row === undefined ? undefined : toReview(row);
    },
    /** Returns the reviews asked at `since` or later whose asker has no decision yet, oldest first. */
    byDedupeKey: (dedupeKey: string, since: number): ReviewCall[] =>
      byDedupeKey.all(dedupeKey, since).map(toReview),
    pending: (): ReviewCall[] => pending.all().map(toReview),
  };
}

function toReview(row: unknown): ReviewCall {
  const { workspace_id, tool_call_id, message_id, id, presence } = reviewRowSchema.parse(row);
  return { workspaceId: workspace_id, toolCallId: tool_call_id, messageId: message_id, id, presence };
}
