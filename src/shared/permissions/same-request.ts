import { z } from 'zod';
import { askedBySchema } from '../askers/asked-by.ts';
import { permissionIdSchema, toolCallIdSchema, workspaceIdSchema } from '../ids.ts';
import { commandSubjectSchema } from './permission.ts';

/**
 * A request that waits in one chat while another chat waits for the same; `folder` is where the command would run,
 * `reason` the asker's.
 */
const sameRequestSchema = z.object({
  workspaceId: workspaceIdSchema,
  toolCallId: toolCallIdSchema,
  permissionId: permissionIdSchema,
  asker: z.string(),
  askedBy: askedBySchema,
  folder: z.string(),
  reason: z.string().nullable(),
  openedAt: z.number(),
});

/**
 * Requests of at least two chats for the same command, as `subject` has it but for its folder. `key` stays the same while
 * requests come and go.
 */
export const sameRequestGroupSchema = z.lazy(() =>
  z.object({ key: z.string(), subject: commandSubjectSchema, requests: z.array(sameRequestSchema) }),
);

/** Requests that the person answers at once; `from` is the one on whose card they do, if any. */
export const sameAnswerSchema = z.object({
  requests: z
    .array(sameRequestSchema.pick({ workspaceId: true, permissionId: true }))
    .min(2)
    .max(1_000),
  from: permissionIdSchema.optional(),
  verdict: z.enum(['once', 'no']),
});

export type SameRequest = z.infer<typeof sameRequestSchema>;
export type SameRequestGroup = z.infer<typeof sameRequestGroupSchema>;
export type SameAnswer = z.infer<typeof sameAnswerSchema>;
