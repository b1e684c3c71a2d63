import { z } from 'zod';
import { type MessageId, messageIdSchema, type WorkspaceId, workspaceIdSchema } from '../../shared/ids.ts';
import { stagedFileSchema } from './action-store.ts';
import { type Database, inTransaction, jsonColumn } from './database.ts';

const underwaySchema = z.enum(['rewinding', 'returning']);

export const rewindRowSchema = z.lazy(() =>
  z.object({
    id: z.number(),
    workspace_id: workspaceIdSchema,
    message_id: messageIdSchema,
    shown_until: messageIdSchema,
    files: jsonColumn(z.array(stagedFileSchema)),
    stayed: jsonColumn(z.array(z.string())),
    underway: underwaySchema.nullable(),
    gone_on: z.number(),
    at: z.number(),
  }),
);

/**
 * A chat that went back to before one of the person's messages, until the next message leads on from there
 * (`goneOn`). `shownUntil` is the newest message that it showed; `files` went back from `after` to `before`, and what
 * `stayed` is as it was. The row is the journal: while files are written, `underway` says which way.
 */
export type Rewind = {
  id: number;
  workspaceId: WorkspaceId;
  messageId: MessageId;
  shownUntil: MessageId;
  files: z.infer<typeof stagedFileSchema>[];
  stayed: string[];
  underway: z.infer<typeof underwaySchema> | null;
  goneOn: boolean;
  /** In milliseconds since 1970. */
  at: number;
};

/** Returns the end of the ids of attachments that a message gave back to the unsent one. */
export function givenBackSuffix({ id }: Pick<Rewind, 'id'>): string {
  return `-r${id}`;
}

export type RewindStore = ReturnType<typeof createRewindStore>;

/** All is on the disk on return. */
export function createRewindStore({ durable }: Database) {
  const ofChat = durable.prepare('SELECT * FROM rewinds WHERE workspace_id = ? ORDER BY id');
  const all = durable.prepare('SELECT * FROM rewinds ORDER BY id');
  const one = durable.prepare('SELECT * FROM rewinds WHERE id = ?');
  const current = durable.prepare('SELECT * FROM rewinds WHERE workspace_id = ? AND gone_on = 0');
  const underway = durable.prepare('SELECT * FROM rewinds WHERE underway IS NOT NULL ORDER BY id');
  const insert = durable.prepare(
    `INSERT INTO rewinds (workspace_id, message_id, shown_until, files, stayed, underway, at)
     VALUES (?, ?, ?, ?, ?, 'rewinding', ?) RETURNING id`,
  );
  const setUnderway = durable.prepare('UPDATE rewinds SET underway = ? WHERE id = ?');
  const goOn = durable.prepare('UPDATE rewinds SET gone_on = 1 WHERE workspace_id = ? AND gone_on = 0');
  const remove = durable.prepare('DELETE FROM rewinds WHERE id = ?');
  return {
    /** Runs the work in one transaction. */
    together: <Result>(work: () => Result): Result => inTransaction(durable, work),
    /** Oldest first. */
    ofChat: (workspaceId: WorkspaceId): Rewind[] => ofChat.all(workspaceId).map(read),
    get(id: number): Rewind | undefined {
      const row = one.get(id);
      return row === undefined ? undefined : read(row);
    },
    /** Those of all chats. */
    all: (): Rewind[] => all.all().map(read),
    /** The one at which a chat stands. */
    current(workspaceId: WorkspaceId): Rewind | undefined {
      const row = current.get(workspaceId);
      return row === undefined ? undefined : read(row);
    },
    /** Those of all chats whose files are being written. */
    underway: (): Rewind[] => underway.all().map(read),
    /** Stores the journal before the first file is written; returns its id. */
    begin({
      workspaceId,
      messageId,
      shownUntil,
      files,
      stayed,
      at,
    }: Omit<Rewind, 'id' | 'underway' | 'goneOn'>) {
      const [all, left] = [JSON.stringify(files), JSON.stringify(stayed)];
      return z.number().parse(insert.get(workspaceId, messageId, shownUntil, all, left, at)?.['id']);
    },
    setUnderway: (id: number, way: Rewind['underway']): void => void setUnderway.run(way, id),
    /** The chat leads on from where it stands. */
    goOn: (workspaceId: WorkspaceId): void => void goOn.run(workspaceId),
    remove: (id: number): void => void remove.run(id),
  };
}

function read(row: unknown): Rewind {
  const { workspace_id, message_id, shown_until, gone_on, ...rest } = rewindRowSchema.parse(row);
  return {
    ...rest,
    workspaceId: workspace_id,
    messageId: message_id,
    shownUntil: shown_until,
    goneOn: gone_on === 1,
  };
}
