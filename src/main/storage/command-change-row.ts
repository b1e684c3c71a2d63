import { z } from 'zod';
import { type MessageId, messageIdSchema, type WorkspaceId, workspaceIdSchema } from '../../shared/ids.ts';
import { keptReasonSchema, unseenReasonSchema } from '../../shared/transcript/turn-changes.ts';
import { stagedFileSchema } from './action-store.ts';
import { nullableJsonColumn } from './json-column.ts';

/** A change of a file that can't be undone. */
const keptFileSchema = z.lazy(() =>
  z.object({
    path: z.string(),
    change: z.enum(['created', 'changed', 'deleted']),
    kept: keptReasonSchema,
    lines: z.object({ added: z.number(), removed: z.number() }).optional(),
    /** The mode bits before, where they alone changed. */
    mode: z.number().optional(),
  }),
);

/** The changes of one command, or why they are not known. */
const commandResultSchema = z.lazy(() =>
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
    result: nullableJsonColumn(commandResultSchema),
  }),
);

export type KeptFile = z.infer<typeof keptFileSchema>;
export type CommandResult = z.infer<typeof commandResultSchema>;
/** One command of a turn; while it runs it has no result. */
export type CommandChange = {
  id: number;
  workspaceId: WorkspaceId;
  messageId: MessageId;
  endedAt: number | null;
  result: CommandResult | null;
};

export function toCommand(row: unknown): CommandChange {
  const { id, message_id, workspace_id, ended_at, result } = commandChangeRowSchema.parse(row);
  return { id, messageId: message_id, workspaceId: workspace_id, endedAt: ended_at, result };
}
