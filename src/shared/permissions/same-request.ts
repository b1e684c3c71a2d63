import { z } from 'zod';
import { permissionIdSchema, toolCallIdSchema, workspaceIdSchema } from '../ids.ts';

/** A request that waits in one chat while another chat waits for the same; `folder` is where the command would run. */
export const sameRequestSchema = z.object({
  workspaceId: workspaceIdSchema,
  toolCallId: toolCallIdSchema,
  permissionId: permissionIdSchema,
  folder: z.string(),
});

export type SameRequest = z.infer<typeof sameRequestSchema>;
