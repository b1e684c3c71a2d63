import { z } from 'zod';
import { messageIdSchema, toolCallIdSchema } from '../ids.ts';
import { messageSchema } from './transcript.ts';

/** A part of a chat from anywhere in it, oldest message first; `hasLater` when more lies after it. */
export const messagePageSchema = z.object({
  messages: z.array(messageSchema),
  hasEarlier: z.boolean(),
  hasLater: z.boolean(),
});

/**
 * Part of a chat to read: the messages before or after one, those around one or around the message of a
 * tool call, or the beginning.
 */
export const pagePlaceSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('before'), messageId: messageIdSchema }),
  z.object({ type: z.literal('after'), messageId: messageIdSchema }),
  z.object({ type: z.literal('around'), messageId: messageIdSchema }),
  z.object({ type: z.literal('call'), toolCallId: toolCallIdSchema }),
  z.object({ type: z.literal('start') }),
]);

/** Messages that the person sent, oldest first. */
export const sentMessagesSchema = z.array(z.object({ id: messageIdSchema, text: z.string() }));

export type MessagePage = z.infer<typeof messagePageSchema>;
export type PagePlace = z.infer<typeof pagePlaceSchema>;

export type SentMessages = z.infer<typeof sentMessagesSchema>;
