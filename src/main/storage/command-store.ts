import { z } from 'zod';
import {
  type MessageId,
  messageIdSchema,
  type ToolCallId,
  toolCallIdSchema,
  type WorkspaceId,
  workspaceIdSchema,
} from '../../shared/ids.ts';
import { type CommandRun, commandRunSchema } from '../../shared/transcript/command-run.ts';
import { type Database, jsonColumn, nullableJsonColumn, toJson } from './database.ts';

/** The first process of a command or an agent; `started` tells it apart from a later one of its pid. */
export const startedProcessSchema = z.lazy(() => z.object({ pid: z.number().int(), started: z.number() }));

export const commandRowSchema = z.lazy(() =>
  z.object({
    workspace_id: workspaceIdSchema,
    tool_call_id: toolCallIdSchema,
    message_id: messageIdSchema,
    marker: z.string(),
    run: jsonColumn(commandRunSchema),
    process: nullableJsonColumn(startedProcessSchema),
    boot: z.string(),
  }),
);

/** A command as it is stored; it is open while processes of it may be alive. */
export type StoredCommand = {
  workspaceId: WorkspaceId;
  toolCallId: ToolCallId;
  messageId: MessageId;
  marker: string;
  run: CommandRun;
  process: z.infer<typeof startedProcessSchema> | null;
  boot: string;
};

export type CommandStore = ReturnType<typeof createCommandStore>;

/** The commands that agents ran. All is on the disk on return. */
export function createCommandStore({ durable }: Database) {
  const insert = durable.prepare(
    `INSERT INTO command_runs (workspace_id, tool_call_id, message_id, marker, run, open, process, boot)
     VALUES (?, ?, ?, ?, ?, 1, NULL, ?)
     ON CONFLICT (workspace_id, tool_call_id) DO UPDATE
       SET marker = excluded.marker, run = excluded.run, open = 1, process = NULL, boot = excluded.boot
       WHERE open = 0
     RETURNING marker`,
  );
  const setProcess = durable.prepare('UPDATE command_runs SET process = ? WHERE marker = ?');
  const setRun = durable.prepare('UPDATE command_runs SET run = ? WHERE marker = ?');
  const close = durable.prepare('UPDATE command_runs SET open = 0 WHERE marker = ?');
  const settle = durable.prepare('UPDATE command_runs SET run = ?, open = 0 WHERE marker = ?');
  const one = durable.prepare('SELECT * FROM command_runs WHERE workspace_id = ? AND tool_call_id = ?');
  const ofMessage = durable.prepare('SELECT * FROM command_runs WHERE message_id = ?');
  const open = durable.prepare('SELECT * FROM command_runs WHERE open = 1');
  const markers = durable.prepare('SELECT marker FROM command_runs');
  const number = durable.prepare(
    `SELECT coalesce((SELECT run ->> '$.number' FROM command_runs WHERE workspace_id = ?1 AND tool_call_id = ?2),
       (SELECT count(*) + 1 FROM command_runs WHERE workspace_id = ?1)) AS number`,
  );
  const byNumber = durable.prepare(
    "SELECT * FROM command_runs WHERE workspace_id = ? AND run ->> '$.number' = ?",
  );
  return {
    /**
     * Stores a command before its process is started, replacing an ended one of the same call. Throws where that
     * still runs.
     */
    add({ workspaceId, toolCallId, messageId, marker, run, boot }: Omit<StoredCommand, 'process'>): void {
      const added = insert.get(workspaceId, toolCallId, messageId, marker, JSON.stringify(run), boot);
      if (added === undefined) throw new Error('A command of this call still runs.');
    },
    setProcess: (marker: string, process: StoredCommand['process']): unknown =>
      setProcess.run(toJson(process), marker),
    setRun: (marker: string, run: CommandRun): unknown => setRun.run(JSON.stringify(run), marker),
    /** Call it once no process of the command is alive. */
    close: (marker: string): unknown => close.run(marker),
    /** Stores how a command ended and closes it. */
    settle: (marker: string, run: CommandRun): unknown => settle.run(JSON.stringify(run), marker),
    get(workspaceId: WorkspaceId, toolCallId: ToolCallId): StoredCommand | undefined {
      const row = one.get(workspaceId, toolCallId);
      return row === undefined ? undefined : toStoredCommand(row);
    },
    /** Commands are numbered within their chat. */
    byNumber(workspaceId: WorkspaceId, number: number): StoredCommand | undefined {
      const row = byNumber.get(workspaceId, number);
      return row === undefined ? undefined : toStoredCommand(row);
    },
    ofMessage: (messageId: MessageId): StoredCommand[] => ofMessage.all(messageId).map(toStoredCommand),
    /** Returns those of which processes may be alive. */
    open: (): StoredCommand[] => open.all().map(toStoredCommand),
    markers: (): string[] => markers.all().map((row) => String(row['marker'])),
    /** Returns the number for a command; the same as before for one of the same call. */
    nextNumber: ({ workspaceId, toolCallId }: Pick<StoredCommand, 'workspaceId' | 'toolCallId'>): number =>
      Number(number.get(workspaceId, toolCallId)?.['number']),
  };
}

function toStoredCommand(row: unknown): StoredCommand {
  const { workspace_id, tool_call_id, message_id, ...rest } = commandRowSchema.parse(row);
  return { workspaceId: workspace_id, toolCallId: tool_call_id, messageId: message_id, ...rest };
}
