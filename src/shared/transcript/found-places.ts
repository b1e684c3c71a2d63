import { z } from 'zod';
import { messageIdSchema, workspaceIdSchema } from '../ids.ts';

/** A place in a chat: a message, and which of its parts; the person's messages have one. */
export const messagePlaceSchema = z.object({ messageId: messageIdSchema, part: z.number().int() });

/** Places of the words in a chat, newest first; `hasMore` when only the newest of too many are given. */
export const foundPlacesSchema = z.object({ places: z.array(messagePlaceSchema), hasMore: z.boolean() });

/** Lines with the words in any chat, newest first; `hasMore` when there are too many. */
export const foundLinesSchema = z.object({
  lines: z.array(z.object({ workspaceId: workspaceIdSchema, place: messagePlaceSchema, line: z.string() })),
  hasMore: z.boolean(),
});

export type FoundLines = z.infer<typeof foundLinesSchema>;
export type MessagePlace = z.infer<typeof messagePlaceSchema>;
export type FoundPlaces = z.infer<typeof foundPlacesSchema>;
