import { z } from 'zod';
import {
  actionIdSchema,
  type MessageId,
  messageIdSchema,
  type WorkspaceId,
  workspaceIdSchema,
} from '../../shared/ids.ts';
import { type TurnChanges, turnChangesSchema } from '../../shared/transcript/transcript.ts';
import { stagedFileSchema } from './action-store.ts';
import type { Database } from './database.ts';
import { inTransaction } from './in-transaction.ts';
import { type CommandChange, type CommandResult, toCommand } from './command-store.ts';
import { jsonColumn, nullableJsonColumn } from './json-column.ts';

/**
 * The journal of undoing a turn: stored before the first file is touched, with all that is to be written; and
 * what came of it, with the previews that it undid as a whole.
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

export type TurnChangeStore = ReturnType<typeof createTurnChangeStore>;

/** The changes of turns. Everything is on the disk on return. */
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
    /** Does the work as one: all that it stores, or nothing. */
    together: <Result>(work: () => Result): Result => inTransaction(durable, work),
    get(messageId: MessageId): StoredTurn | undefined {
      const row = one.get(messageId);
      return row === undefined ? undefined : toTurn(row);
    },
    /** Returns what windows show of a turn; undefined where it changed nothing. */
    shown(messageId: MessageId): TurnChanges | undefined {
      const row = shown.get(messageId);
      return row === undefined ? undefined : turnChangeRowSchema.unwrap().shape.shown.parse(row['shown']);
    },
    /** The turns whose undoing was begun, of all chats. */
    undoing: (): StoredTurn[] => undoing.all().map(toTurn),
    save({ workspaceId, messageId, shown, undo }: StoredTurn): void {
      write.run(messageId, workspaceId, JSON.stringify(shown), undo === null ? null : JSON.stringify(undo));
    },
    /** Stores that a command begins; returns the number of its changes. */
    begin(workspaceId: WorkspaceId, messageId: MessageId, at: number): number {
      return z.number().parse(begin.get(messageId, workspaceId, at)?.['id']);
    },
    end(id: number, at: number, result: CommandResult): void {
      end.run(at, JSON.stringify(result), id);
    },
    /** The commands of a turn, oldest first. */
    commands: (messageId: MessageId): CommandChange[] => commands.all(messageId).map(toCommand),
    /** The commands that have no end, of all chats. */
    open: (): CommandChange[] => open.all().map(toCommand),
    /** The commands that ended before a time, of all chats. */
    endedBefore: (time: number): CommandChange[] => ended.all(time).map(toCommand),
    /** The commands that ended, of all chats. */
    allEnded: (): CommandChange[] => seen.all().map(toCommand),
  };
}

function toTurn(row: unknown): StoredTurn {
  const { message_id, workspace_id, shown, undo } = turnChangeRowSchema.parse(row);
  return { messageId: message_id, workspaceId: workspace_id, shown, undo };
}
