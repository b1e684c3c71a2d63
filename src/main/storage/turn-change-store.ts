import { z } from 'zod';
import {
  actionIdSchema,
  type MessageId,
  messageIdSchema,
  type WorkspaceId,
  workspaceIdSchema,
} from '../../shared/ids.ts';
import {
  keptReasonSchema,
  type TurnChanges,
  turnChangesSchema,
  unseenReasonSchema,
} from '../../shared/transcript/transcript.ts';
import { stagedFileSchema } from './action-store.ts';
import { type Database, inTransaction, jsonColumn, nullableJsonColumn } from './database.ts';

const undoneTurnSchema = z.object({
  type: z.literal('undone'),
  at: z.number(),
  paths: z.array(z.string()),
  actions: z.array(actionIdSchema),
  left: z.array(z.string()),
});

/**
 * The journal of undoing a turn. `undoing` is stored before the first file is touched and holds all that is to be
 * written, and what of the turn was undone before; `undone` names the previews that were undone as a whole.
 */
const turnUndoSchema = z.lazy(() =>
  z.discriminatedUnion('type', [
    z.object({
      type: z.literal('undoing'),
      files: z.array(stagedFileSchema),
      left: z.array(z.string()),
      before: undoneTurnSchema.nullable().default(null),
    }),
    undoneTurnSchema,
  ]),
);

export const turnChangeRowSchema = z.lazy(() =>
  z.object({
    message_id: messageIdSchema,
    workspace_id: workspaceIdSchema,
    shown: jsonColumn(turnChangesSchema),
    undo: nullableJsonColumn(turnUndoSchema),
  }),
);

export type TurnUndo = z.infer<typeof turnUndoSchema>;
export type StoredTurn = {
  workspaceId: WorkspaceId;
  messageId: MessageId;
  shown: TurnChanges;
  undo: TurnUndo | null;
};

/** A changed file that can't be undone. */
const keptFileSchema = z.lazy(() =>
  z.object({
    path: z.string(),
    change: z.enum(['created', 'changed', 'deleted']),
    kept: keptReasonSchema,
    lines: z.object({ added: z.number(), removed: z.number() }).optional(),
    /** The mode bits before, where only they changed. */
    mode: z.number().optional(),
    alsoChanged: z.literal(true).optional(),
  }),
);

/**
 * `alsoChanged` are the files of which nothing tells that the command or the agent changed them, `background` where what
 * the agent did since its last turn is among all that.
 */
const comparisonSchema = z.lazy(() =>
  z.discriminatedUnion('type', [
    z.object({
      type: z.literal('seen'),
      files: z.array(stagedFileSchema),
      alsoChanged: z.array(stagedFileSchema).default([]),
      kept: z.array(keptFileSchema),
      background: z.literal(true).optional(),
    }),
    z.object({ type: z.literal('unseen'), why: unseenReasonSchema }),
  ]),
);

export const comparedChangeRowSchema = z.lazy(() =>
  z.object({
    id: z.number(),
    message_id: messageIdSchema,
    workspace_id: workspaceIdSchema,
    whole_turn: z.number(),
    began_at: z.number(),
    ended_at: z.number().nullable(),
    result: nullableJsonColumn(comparisonSchema),
  }),
);

export type KeptFile = z.infer<typeof keptFileSchema>;
export type Comparison = z.infer<typeof comparisonSchema>;
export type SeenChanges = Extract<Comparison, { type: 'seen' }>;

/** Work between two snapshots: a command, or the whole turn of an external agent. `result` is null while it goes on. */
export type ComparedWork = {
  id: number;
  workspaceId: WorkspaceId;
  messageId: MessageId;
  wholeTurn: boolean;
  endedAt: number | null;
  result: Comparison | null;
};

export type TurnChangeStore = ReturnType<typeof createTurnChangeStore>;

/** The changes of turns, and of the work in them that was compared. All is on the disk on return. */
export function createTurnChangeStore({ durable }: Database) {
  const one = durable.prepare('SELECT * FROM turn_changes WHERE message_id = ?');
  const shown = durable.prepare('SELECT shown FROM turn_changes WHERE message_id = ?');
  const after = durable.prepare(
    'SELECT message_id FROM turn_changes WHERE workspace_id = ? AND message_id > ? ORDER BY message_id',
  );
  const undoing = durable.prepare(
    `SELECT * FROM turn_changes WHERE json_extract(undo, '$.type') = 'undoing'`,
  );
  const write = durable.prepare(
    `INSERT INTO turn_changes (message_id, workspace_id, shown, undo) VALUES (?, ?, ?, ?)
     ON CONFLICT (message_id) DO UPDATE SET shown = excluded.shown, undo = excluded.undo`,
  );
  return {
    /** Runs the work in one transaction. */
    together: <Result>(work: () => Result): Result => inTransaction(durable, work),
    get(messageId: MessageId): StoredTurn | undefined {
      const row = one.get(messageId);
      return row === undefined ? undefined : toTurn(row);
    },
    /** Undefined where the turn changed nothing. */
    shown(messageId: MessageId): TurnChanges | undefined {
      const row = shown.get(messageId);
      return row === undefined ? undefined : turnChangeRowSchema.unwrap().shape.shown.parse(row['shown']);
    },
    /** The messages after one, in whichever branch of a chat, whose turns changed something. */
    changedAfter: (workspaceId: WorkspaceId, messageId: MessageId): MessageId[] =>
      after.all(workspaceId, messageId).map((row) => messageIdSchema.parse(row['message_id'])),
    /** Of all chats. */
    undoing: (): StoredTurn[] => undoing.all().map(toTurn),
    save({ workspaceId, messageId, shown, undo }: StoredTurn): void {
      write.run(messageId, workspaceId, JSON.stringify(shown), undo === null ? null : JSON.stringify(undo));
    },
    ...comparedWork(durable),
  };
}

function comparedWork(durable: Database['durable']) {
  const compared = durable.prepare('SELECT * FROM compared_changes WHERE message_id = ? ORDER BY id');
  const open = durable.prepare('SELECT * FROM compared_changes WHERE result IS NULL ORDER BY id');
  const ended = durable.prepare('SELECT * FROM compared_changes WHERE ended_at < ? ORDER BY id');
  const seen = durable.prepare('SELECT * FROM compared_changes WHERE result IS NOT NULL ORDER BY id');
  const begin = durable.prepare(
    `INSERT INTO compared_changes (message_id, workspace_id, whole_turn, began_at) VALUES (?, ?, ?, ?)
     RETURNING id`,
  );
  const end = durable.prepare(
    'UPDATE compared_changes SET message_id = ?, ended_at = ?, result = ? WHERE id = ?',
  );
  return {
    /** Returns the id of the work. */
    begin(
      { workspaceId, messageId, wholeTurn }: Omit<ComparedWork, 'id' | 'endedAt' | 'result'>,
      at: number,
    ) {
      return z.number().parse(begin.get(messageId, workspaceId, Number(wholeTurn), at)?.['id']);
    },
    /** The turn of a message may have ended in a later one. */
    end({ id, messageId }: Pick<ComparedWork, 'id' | 'messageId'>, at: number, result: Comparison): void {
      end.run(messageId, at, JSON.stringify(result), id);
    },
    /** Oldest first. */
    compared: (messageId: MessageId): ComparedWork[] => compared.all(messageId).map(toComparedWork),
    /** That without a result, of all chats. */
    open: (): ComparedWork[] => open.all().map(toComparedWork),
    /** That which ended before a time, of all chats. */
    endedBefore: (time: number): ComparedWork[] => ended.all(time).map(toComparedWork),
    /** That with a result, of all chats. */
    allEnded: (): ComparedWork[] => seen.all().map(toComparedWork),
  };
}

function toTurn(row: unknown): StoredTurn {
  const { message_id, workspace_id, shown, undo } = turnChangeRowSchema.parse(row);
  return { messageId: message_id, workspaceId: workspace_id, shown, undo };
}

function toComparedWork(row: unknown): ComparedWork {
  const { id, message_id, workspace_id, whole_turn, ended_at, result } = comparedChangeRowSchema.parse(row);
  return {
    id,
    messageId: message_id,
    workspaceId: workspace_id,
    wholeTurn: whole_turn === 1,
    endedAt: ended_at,
    result,
  };
}
