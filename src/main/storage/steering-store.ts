import { z } from 'zod';
import { type MessageId, messageIdSchema, type WorkspaceId } from '../../shared/ids.ts';
import type { Database } from './database.ts';

const rowSchema = z.object({ message_id: messageIdSchema, step: z.number(), text: z.string() });

/** What is said to an agent before one of its model calls, and is no message of the chat. */
export type Steering = { messageId: MessageId; step: number; text: string };

export type SteeringStore = ReturnType<typeof createSteeringStore>;

/** What agents were told between the messages; each stands where its request went out. */
export function createSteeringStore({ durable }: Database) {
  const insert = durable.prepare(
    'INSERT INTO steering (workspace_id, message_id, step, text) VALUES (?, ?, ?, ?)',
  );
  const placed = durable.prepare(
    'SELECT * FROM steering WHERE workspace_id = ? AND message_id IS NOT NULL ORDER BY id',
  );
  const place = durable.prepare(
    'UPDATE steering SET message_id = ?, step = ? WHERE workspace_id = ? AND message_id IS NULL',
  );
  return {
    /** Keeps a text for the next request. */
    add(workspaceId: WorkspaceId, text: string): void {
      insert.run(workspaceId, null, null, text);
    },
    /** Gives what was kept its place before one call of the model. */
    place(workspaceId: WorkspaceId, messageId: MessageId, step: number): void {
      place.run(messageId, step, workspaceId);
    },
    /** All that has its place, in the order it was said. */
    placed: (workspaceId: WorkspaceId): Steering[] =>
      placed.all(workspaceId).map((row) => {
        const { message_id: messageId, step, text } = rowSchema.parse(row);
        return { messageId, step, text };
      }),
  };
}
