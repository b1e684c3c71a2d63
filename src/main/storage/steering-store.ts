import { z } from 'zod';
import {
  type ActionId,
  actionIdSchema,
  type MessageId,
  messageIdSchema,
  type WorkspaceId,
  workspaceIdSchema,
} from '../../shared/ids.ts';
import type { Database } from './database.ts';

/**
 * A `reminder` only says that a preview waits; an `aside` reports something that happened. After `go-on`, `fresh` and
 * `cut` the agent goes on even if its turn was over; `fresh` leaves out the earlier chat, `cut` says that the answer
 * before it was cut off.
 */
const steeringKindSchema = z.enum(['reminder', 'aside', 'go-on', 'fresh', 'cut']);

export const steeringRowSchema = z.lazy(() =>
  z.object({
    workspace_id: workspaceIdSchema,
    message_id: messageIdSchema.nullable(),
    step: z.number().nullable(),
    text: z.string(),
    kind: steeringKindSchema,
    action_id: actionIdSchema.nullable(),
  }),
);

const placedRowSchema = z.lazy(() =>
  steeringRowSchema.unwrap().extend({ message_id: messageIdSchema, step: z.number() }),
);

/** The position of a model call: its number within its message. */
export type StepPosition = { messageId: MessageId; step: number };

/**
 * A text for the agent that is no message of the chat, placed before one of its model calls. `about` is the
 * preview that it is about.
 */
export type Steering = StepPosition & {
  text: string;
  kind: z.infer<typeof steeringKindSchema>;
  about: ActionId | null;
};

export type SteeringStore = ReturnType<typeof createSteeringStore>;

/** The steering texts of agents; each is placed before the request that carried it. */
export function createSteeringStore({ durable }: Database) {
  const insert = durable.prepare(
    'INSERT INTO steering (workspace_id, message_id, step, text, action_id, kind) VALUES (?, NULL, NULL, ?, ?, ?)',
  );
  const insertPlaced = durable.prepare(
    `INSERT INTO steering (workspace_id, message_id, step, text, kind, action_id)
     SELECT ?1, ?2, ?3, ?4, ?5, ?6
     WHERE NOT EXISTS (SELECT 1 FROM steering WHERE workspace_id = ?1 AND message_id = ?2 AND step = ?3
       AND text = ?4 AND kind = ?5 AND action_id IS ?6)`,
  );
  const placed = durable.prepare(
    'SELECT * FROM steering WHERE workspace_id = ? AND message_id IS NOT NULL ORDER BY id',
  );
  const place = durable.prepare(
    'UPDATE steering SET message_id = ?, step = ? WHERE workspace_id = ? AND message_id IS NULL',
  );
  const placeAbout = durable.prepare(
    `UPDATE steering SET message_id = ?1, step = ?2 WHERE workspace_id = ?3 AND message_id IS NULL
       AND action_id IN (SELECT id FROM pending_actions WHERE workspace_id = ?3 AND message_id >= ?4)`,
  );
  const about = durable.prepare('SELECT 1 FROM steering WHERE workspace_id = ? AND action_id = ? LIMIT 1');
  return {
    /** True where a text is about a preview, placed or queued. */
    isAbout: (workspaceId: WorkspaceId, id: ActionId): boolean => about.get(workspaceId, id) !== undefined,
    /** Queues a report of something for the next request. */
    add(workspaceId: WorkspaceId, text: string, about: ActionId | null): void {
      insert.run(workspaceId, text, about, 'aside');
    },
    /** Queues a reminder for the next request. */
    remind(workspaceId: WorkspaceId, text: string): void {
      insert.run(workspaceId, text, null, 'reminder');
    },
    /** Does nothing where the same text stands there already. */
    say(workspaceId: WorkspaceId, { messageId, step, text, kind, about }: Steering): void {
      insertPlaced.run(workspaceId, messageId, step, text, kind, about);
    },
    place(workspaceId: WorkspaceId, messageId: MessageId, step: number): void {
      place.run(messageId, step, workspaceId);
    },
    /** Places what waits about the previews of a message and of those after it. */
    placeAbout(workspaceId: WorkspaceId, since: MessageId, { messageId, step }: StepPosition): void {
      placeAbout.run(messageId, step, workspaceId, since);
    },
    /** In their order. */
    placed: (workspaceId: WorkspaceId): Steering[] =>
      placed.all(workspaceId).map((row) => {
        const { message_id: messageId, step, text, kind, action_id: about } = placedRowSchema.parse(row);
        return { messageId, step, text, kind, about };
      }),
  };
}
