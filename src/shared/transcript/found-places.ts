import { z } from 'zod';
import { messageIdSchema } from '../ids.ts';

/** A place in a chat: a message, and which of its parts; the person's messages have one. */
export const messagePlaceSchema = z.object({ messageId: messageIdSchema, part: z.number().int() });

/** Places of the words in a chat, newest first; `hasMore` when only the newest of too many are given. */
export const foundPlacesSchema = z.object({ places: z.array(messagePlaceSchema), hasMore: z.boolean() });

export type MessagePlace = z.infer<typeof messagePlaceSchema>;
export type FoundPlaces = z.infer<typeof foundPlacesSchema>;
