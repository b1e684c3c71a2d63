import { z } from 'zod';
import type { ToolResult } from '../../shared/dialects/dialect.ts';
import {
  type MessageId,
  messageIdSchema,
  type ToolCallId,
  toolCallIdSchema,
  type WorkspaceId,
} from '../../shared/ids.ts';
import { type CallWork, callWorkSchema } from '../../shared/transcript/call-work.ts';
import {
  type PartSpan,
  type ToolKind,
  toolKindSchema,
  toolResultSchema,
} from '../../shared/transcript/transcript.ts';
import { type Database, nullableJsonColumn, toJson } from './database.ts';

/** What a provider expects back with a part that it made, such as the signature of its thinking. */
const metadataSchema = z.record(z.string(), z.record(z.string(), z.json()));

const common = {
  position: z.number(),
  step: z.number(),
  started_at: z.number().nullable(),
  ended_at: z.number().nullable(),
  provider_metadata: nullableJsonColumn(metadataSchema),
};

export const partRowSchema = z.lazy(() =>
  z.discriminatedUnion('type', [
    z.object({ ...common, type: z.literal('text'), text: z.string() }),
    z.object({ ...common, type: z.literal('reasoning'), text: z.string() }),
    z.object({
      ...common,
      type: z.literal('tool'),
      kind: toolKindSchema,
      tool_call_id: toolCallIdSchema,
      tool_name: z.string(),
      input: nullableJsonColumn(z.unknown()),
      result: nullableJsonColumn(toolResultSchema),
      work: nullableJsonColumn(callWorkSchema),
    }),
  ]),
);

/** A row of the table, with its message. */
export const storedPartRowSchema = z.lazy(() =>
  z.intersection(z.object({ message_id: messageIdSchema }), partRowSchema),
);

/** `step` is the number of the model call that the part came from. */
export type PartRow = z.infer<typeof partRowSchema>;

export type NewPart = { messageId: MessageId; step: number; metadata?: unknown } & (
  | { type: 'text' | 'reasoning'; text: string }
  | {
      type: 'tool';
      kind: ToolKind;
      toolCallId: ToolCallId;
      toolName: string;
      input: unknown;
      work?: CallWork;
    }
);

/** What of a call may change while it runs. */
export type CallNow = { kind: ToolKind; input: unknown; work: CallWork };

const selectOfChat = `SELECT parts.* FROM messages JOIN parts ON message_id = messages.id
  WHERE workspace_id = ? AND queued = 0 AND outside = 0 AND replaced_by IS NULL ORDER BY message_id, position`;

export type PartStore = ReturnType<typeof createPartStore>;

/** The parts of all messages. Positions count from 0 within a message. */
export function createPartStore({ durable, relaxed }: Database) {
  const ofMessage = durable.prepare('SELECT * FROM parts WHERE message_id = ? ORDER BY position');
  const ofChat = durable.prepare(selectOfChat);
  const insert = `INSERT INTO parts (message_id, position, step, type, kind, text, tool_call_id, tool_name, input, work, started_at, provider_metadata)
    VALUES (?, (SELECT count(*) FROM parts WHERE message_id = ?), ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING position`;
  const insertText = relaxed.prepare(insert);
  const insertTool = durable.prepare(insert);
  const append = relaxed.prepare('UPDATE parts SET text = text || ? WHERE message_id = ? AND position = ?');
  const metadata = relaxed.prepare(
    'UPDATE parts SET provider_metadata = ? WHERE message_id = ? AND position = ?',
  );
  const endPart = relaxed.prepare(
    'UPDATE parts SET ended_at = ? WHERE message_id = ? AND position = ? RETURNING started_at, ended_at',
  );
  const makeThought = relaxed.prepare(
    "UPDATE parts SET type = 'reasoning' WHERE type = 'text' AND message_id = ? AND position = ?",
  );
  return {
    ofMessage: (messageId: MessageId): PartRow[] =>
      ofMessage.all(messageId).map((row) => partRowSchema.parse(row)),
    /** Returns the parts of the delivered messages of a chat. */
    ofChat(workspaceId: WorkspaceId): Map<MessageId, PartRow[]> {
      const ofMessages = Map.groupBy(ofChat.all(workspaceId), (row) =>
        messageIdSchema.parse(row['message_id']),
      );
      return new Map(
        Array.from(ofMessages, ([id, rows]) => [id, rows.map((row) => partRowSchema.parse(row))]),
      );
    },
    /** Appends a part and returns its position. A tool call is on the disk on return. */
    add(part: NewPart, startedAt: number): number {
      const statement = part.type === 'tool' ? insertTool : insertText;
      return z.number().parse(statement.get(...valuesOf(part, startedAt))?.['position']);
    },
    appendText(messageId: MessageId, position: number, text: string): void {
      append.run(text, messageId, position);
    },
    setMetadata(messageId: MessageId, position: number, value: unknown): void {
      metadata.run(toJson(value), messageId, position);
    },
    makeThought: (messageId: MessageId, position: number): void => void makeThought.run(messageId, position),
    endPart: (messageId: MessageId, position: number, at: number): PartSpan | undefined =>
      spanOf(endPart.get(at, messageId, position)),
    ...callWrites({ durable, relaxed }),
  };
}

type CallInMessage = { messageId: MessageId; toolCallId: ToolCallId };

function callWrites({ durable, relaxed }: Pick<Database, 'durable' | 'relaxed'>) {
  const settle = durable.prepare(
    `UPDATE parts SET result = ?, details = ?, ended_at = iif(started_at >= ?, ?, NULL)
     WHERE message_id = ? AND tool_call_id = ? RETURNING started_at, ended_at`,
  );
  const change = relaxed.prepare(
    'UPDATE parts SET kind = ?, input = ?, work = ? WHERE message_id = ? AND tool_call_id = ?',
  );
  const usesCall = durable.prepare(
    `SELECT 1 FROM parts JOIN messages ON messages.id = message_id
     WHERE workspace_id = ? AND tool_call_id = ? LIMIT 1`,
  );
  return {
    change({ messageId, toolCallId }: CallInMessage, { kind, input, work }: CallNow): void {
      change.run(kind, JSON.stringify(input ?? null), JSON.stringify(work), messageId, toolCallId);
    },
    /**
     * Stores the result of a call; on the disk on return. Returns its span, undefined where it began before
     * `since`: a call that another process began did not run all the time.
     */
    settle(
      { messageId, toolCallId }: CallInMessage,
      { ok, text, display, refusal, images, details }: ToolResult,
      { at, since }: { at: number; since: number },
    ): PartSpan | undefined {
      const result = JSON.stringify({ ok, text, display, refusal, images });
      return spanOf(settle.get(result, toJson(details), since, at, messageId, toolCallId));
    },
    hasCall: (workspaceId: WorkspaceId, toolCallId: ToolCallId): boolean =>
      usesCall.get(workspaceId, toolCallId) !== undefined,
  };
}

/** In the order of the columns of the statement. */
function valuesOf(part: NewPart, startedAt: number): (string | number | null)[] {
  const { messageId, step, type, metadata } = part;
  const values =
    part.type === 'tool'
      ? [part.kind, '', part.toolCallId, part.toolName, JSON.stringify(part.input ?? null), toJson(part.work)]
      : [null, part.text, null, null, null, null];
  return [messageId, messageId, step, type, ...values, startedAt, toJson(metadata)];
}

const timesSchema = z.lazy(() =>
  z.object({ started_at: z.number().nullable(), ended_at: z.number().nullable() }).optional(),
);

/** Undefined while the part has no end, and where its times are not known. */
export function spanOf(row: unknown): PartSpan | undefined {
  const { started_at: startedAt = null, ended_at: endedAt = null } = timesSchema.parse(row) ?? {};
  return startedAt === null || endedAt === null ? undefined : { startedAt, endedAt };
}
