import { z } from 'zod';
import { toolCallIdSchema, workspaceIdSchema } from '../ids.ts';

/** Notification shown outside the window when a question starts to wait. */
export const noticeSchema = z.object({
  workspaceId: workspaceIdSchema,
  toolCallId: toolCallIdSchema,
  title: z.string(),
  body: z.string(),
});

/** `unfocused`: only while no window of Parley has the focus. */
export const notificationsSchema = z.enum(['on', 'unfocused', 'off']);

export type Notice = z.infer<typeof noticeSchema>;
export type NotificationSetting = z.infer<typeof notificationsSchema>;
