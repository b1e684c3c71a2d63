import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import {
  type MessageId,
  messageIdSchema,
  type ToolCallId,
  toolCallIdSchema,
  type WorkspaceId,
  workspaceIdSchema,
} from '../../shared/ids.ts';
import { mergeDraft } from '../../shared/questions/answers.ts';
import {
  type Draft,
  draftSchema,
  questionSchema,
  type Settlement,
  settlementSchema,
} from '../../shared/questions/questions.ts';
import {
  type Ask,
  type Countdown,
  countdownSchema,
  presenceSchema,
} from '../../shared/transcript/transcript.ts';
import { type Database, fromJson, inTransaction, jsonColumn, nullableJsonColumn } from './database.ts';
import type { DraftStore } from './draft-store.ts';

export const askRowSchema = z.lazy(() =>
  z.object({
    workspace_id: workspaceIdSchema,
    tool_call_id: toolCallIdSchema,
    message_id: messageIdSchema,
    asker: z.string(),
    questions: jsonColumn(z.array(questionSchema)),
    opened_at: z.number(),
    timeout: z.unknown().transform((text) => fromJson(countdownSchema, text) ?? noCountdown),
    settlement: nullableJsonColumn(settlementSchema),
    presence: presenceSchema.nullable(),
  }),
);

const noCountdown: Countdown = { deadline: null, stopped: false };

export type StoredAsk = { toolCallId: ToolCallId; messageId: MessageId; ask: Ask };
export type NewAsk = Pick<Ask, 'asker' | 'questions' | 'openedAt'> & {
  workspaceId: WorkspaceId;
  toolCallId: ToolCallId;
  messageId: MessageId;
};

const select = `SELECT asks.*, presence FROM asks LEFT JOIN outside_calls
     ON outside_calls.workspace_id = asks.workspace_id AND outside_calls.tool_call_id = asks.tool_call_id`;

const insertAsk = `INSERT INTO asks (workspace_id, tool_call_id, message_id, asker, questions, opened_at)
     VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (workspace_id, tool_call_id) DO NOTHING`;

const settleLeft = `UPDATE asks SET settlement = ? WHERE workspace_id = ? AND settlement IS NULL AND EXISTS (
       SELECT 1 FROM parts WHERE parts.message_id = asks.message_id
         AND parts.tool_call_id = asks.tool_call_id AND parts.result IS NOT NULL)`;

export type AskStore = ReturnType<typeof createAskStore>;

/** Every ask there was, pending and settled. */
export function createAskStore({ durable }: Database, drafts: DraftStore) {
  const one = durable.prepare(`${select} WHERE asks.workspace_id = ? AND asks.tool_call_id = ?`);
  const ofMessage = durable.prepare(`${select} WHERE message_id = ?`);
  const setTimeout = durable.prepare(
    'UPDATE asks SET timeout = ? WHERE workspace_id = ? AND tool_call_id = ? AND settlement IS NULL',
  );
  const settleLeftOpen = durable.prepare(settleLeft);
  const waiting = durable.prepare(
    'SELECT tool_call_id FROM asks WHERE workspace_id = ? AND settlement IS NULL',
  );

  const toAsk = (row: unknown): StoredAsk => {
    const { workspace_id, tool_call_id, message_id, opened_at, presence, ...rest } = askRowSchema.parse(row);
    const draft = readDraft(drafts.read(workspace_id, subject(tool_call_id)));
    const from = presence === null ? {} : { presence };
    const ask = { ...rest, ...from, draft, openedAt: opened_at };
    return { toolCallId: tool_call_id, messageId: message_id, ask };
  };

  const find = (workspaceId: WorkspaceId, toolCallId: ToolCallId): StoredAsk | undefined => {
    const row = one.get(workspaceId, toolCallId);
    return row === undefined ? undefined : toAsk(row);
  };

  return {
    ...askWrites(durable),
    get: (workspaceId: WorkspaceId, toolCallId: ToolCallId): Ask | undefined =>
      find(workspaceId, toolCallId)?.ask,
    messageOf: (workspaceId: WorkspaceId, toolCallId: ToolCallId): MessageId | undefined =>
      find(workspaceId, toolCallId)?.messageId,
    ofMessage: (messageId: MessageId): StoredAsk[] => ofMessage.all(messageId).map(toAsk),
    /** Returns the calls of a chat whose asks are pending. */
    waiting: (workspaceId: WorkspaceId): ToolCallId[] =>
      waiting.all(workspaceId).map((row) => toolCallIdSchema.parse(row['tool_call_id'])),
    setTimeout(workspaceId: WorkspaceId, toolCallId: ToolCallId, timeout: Countdown): void {
      setTimeout.run(JSON.stringify(timeout), workspaceId, toolCallId);
    },
    /** Settles the asks that a failure left pending although their calls have results. */
    settleLeftOpen(workspaceId: WorkspaceId, settlement: Settlement): void {
      settleLeftOpen.run(JSON.stringify(settlement), workspaceId);
    },
    /** Merges unsent entries of some questions into those of the others. */
    saveDraft(workspaceId: WorkspaceId, toolCallId: ToolCallId, entries: Draft): void {
      const kept = readDraft(drafts.read(workspaceId, subject(toolCallId)));
      drafts.save(workspaceId, subject(toolCallId), JSON.stringify(mergeDraft(kept, entries)));
    },
  };
}

function askWrites(durable: DatabaseSync) {
  const insert = durable.prepare(insertAsk);
  const settle = durable.prepare(
    'UPDATE asks SET settlement = ? WHERE workspace_id = ? AND tool_call_id = ? AND settlement IS NULL',
  );

  const open = ({ workspaceId, toolCallId, messageId, asker, questions, openedAt }: NewAsk): void => {
    insert.run(workspaceId, toolCallId, messageId, asker, JSON.stringify(questions), openedAt);
  };

  return {
    /** Does nothing for an ask that is stored already, from before a restart. */
    open,
    /** On the disk when it returns; the first settlement stays. */
    settle(workspaceId: WorkspaceId, toolCallId: ToolCallId, settlement: Settlement): void {
      settle.run(JSON.stringify(settlement), workspaceId, toolCallId);
    },
    /** Opens and settles an ask in one transaction; does nothing the second time. */
    record({ settlement, ...ask }: NewAsk & { settlement: Settlement }): void {
      const { workspaceId, toolCallId } = ask;
      inTransaction(durable, () => {
        open(ask);
        settle.run(JSON.stringify(settlement), workspaceId, toolCallId);
      });
    },
  };
}

function subject(toolCallId: ToolCallId): string {
  return `ask:${toolCallId}`;
}

function readDraft(body: string | undefined): Draft {
  return body === undefined ? [] : draftSchema.parse(JSON.parse(body));
}
