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

/**
 * The journal of undoing a turn. `undoing` is stored before the first file is touched and holds all that is to be
 * written; `undone` names the previews that were undone as a whole.
 */
const turnUndoSchema = z.lazy(() =>
  z.discriminatedUnion('type', [
    z.object({
      type: z.literal('undoing'),
      files: z.array(stagedFileSchema),
      left: z.array(z.string()),
    }),
    z.object({
      type: z.literal('undone'),
      at: z.number(),
      paths: z.array(z.string()),
      actions: z.array(actionIdSchema),
      left: z.array(z.string()),
    }),
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
  }),
);

const commandChangeResultSchema = z.lazy(() =>
  z.discriminatedUnion('type', [
    z.object({ type: z.literal('seen'), files: z.array(stagedFileSchema), kept: z.array(keptFileSchema) }),
    z.object({ type: z.literal('unseen'), why: unseenReasonSchema }),
  ]),
);

export const commandChangeRowSchema = z.lazy(() =>
  z.object({
    id: z.number(),
    message_id: messageIdSchema,
    workspace_id: workspaceIdSchema,
    began_at: z.number(),
    ended_at: z.number().nullable(),
    result: nullableJsonColumn(commandChangeResultSchema),
  }),
);

export type KeptFile = z.infer<typeof keptFileSchema>;
export type CommandChangeResult = z.infer<typeof commandChangeResultSchema>;

/** `result` is null while the command runs. */
export type CommandChange = {
  id: number;
  workspaceId: WorkspaceId;
  messageId: MessageId;
  endedAt: number | null;
  result: CommandChangeResult | null;
};

export type TurnChangeStore = ReturnType<typeof createTurnChangeStore>;

/** The changes of turns and of the commands in them. All is on the disk on return. */
export function createTurnChangeStore({ durable }: Database) {
  const one = durable.prepare('SELECT * FROM turn_changes WHERE message_id = ?');
  const shown = durable.prepare('SELECT shown FROM turn_changes WHERE message_id = ?');
  const undoing = durable.prepare(
    `SELECT * FROM turn_changes WHERE json_extract(undo, '$.type') = 'undoing'`,
  );
  const write = durable.prepare(
    `INSERT INTO turn_changes (message_id, workspace_id, shown, undo) VALUES (?, ?, ?, ?)
     ON CONFLICT (message_id) DO UPDATE SET shown = excluded.shown, undo = excluded.undo`,
  );
  const commands = durable.prepare('SELECT * FROM command_changes WHERE message_id = ? ORDER BY id');
  const open = durable.prepare('SELECT * FROM command_changes WHERE result IS NULL ORDER BY id');
  const ended = durable.prepare('SELECT * FROM command_changes WHERE ended_at < ? ORDER BY id');
  const seen = durable.prepare('SELECT * FROM command_changes WHERE result IS NOT NULL ORDER BY id');
  const begin = durable.prepare(
    'INSERT INTO command_changes (message_id, workspace_id, began_at) VALUES (?, ?, ?) RETURNING id',
  );
  const end = durable.prepare('UPDATE command_changes SET ended_at = ?, result = ? WHERE id = ?');
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
    /** Of all chats. */
    undoing: (): StoredTurn[] => undoing.all().map(toTurn),
    save({ workspaceId, messageId, shown, undo }: StoredTurn): void {
      write.run(messageId, workspaceId, JSON.stringify(shown), undo === null ? null : JSON.stringify(undo));
    },
    /** Returns the id of the command's changes. */
    begin(workspaceId: WorkspaceId, messageId: MessageId, at: number): number {
      return z.number().parse(begin.get(messageId, workspaceId, at)?.['id']);
    },
    end(id: number, at: number, result: CommandChangeResult): void {
      end.run(at, JSON.stringify(result), id);
    },
    /** Oldest first. */
    commands: (messageId: MessageId): CommandChange[] => commands.all(messageId).map(toCommandChange),
    /** Those without a result, of all chats. */
    open: (): CommandChange[] => open.all().map(toCommandChange),
    /** Those that ended before a time, of all chats. */
    endedBefore: (time: number): CommandChange[] => ended.all(time).map(toCommandChange),
    /** Those with a result, of all chats. */
    allEnded: (): CommandChange[] => seen.all().map(toCommandChange),
  };
}

function toTurn(row: unknown): StoredTurn {
  const { message_id, workspace_id, shown, undo } = turnChangeRowSchema.parse(row);
  return { messageId: message_id, workspaceId: workspace_id, shown, undo };
}

function toCommandChange(row: unknown): CommandChange {
  const { id, message_id, workspace_id, ended_at, result } = commandChangeRowSchema.parse(row);
  return { id, messageId: message_id, workspaceId: workspace_id, endedAt: ended_at, result };
}
