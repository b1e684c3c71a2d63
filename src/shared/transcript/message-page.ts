import { z } from 'zod';
import { messageIdSchema, toolCallIdSchema, workspaceIdSchema } from '../ids.ts';
import { messageSchema } from './transcript.ts';

/** A part of a chat from anywhere in it, oldest message first; `hasLater` when more lies after it. */
export const messagePageSchema = z.object({
  messages: z.array(messageSchema),
  hasEarlier: z.boolean(),
  hasLater: z.boolean(),
});

/**
 * Which part of a chat to read: the messages before or after one, those around one or around the message of a
 * tool call, or the beginning.
 */
export const pagePositionSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('before'), messageId: messageIdSchema }),
  z.object({ type: z.literal('after'), messageId: messageIdSchema }),
  z.object({ type: z.literal('around'), messageId: messageIdSchema }),
  z.object({ type: z.literal('call'), toolCallId: toolCallIdSchema }),
  z.object({ type: z.literal('start') }),
]);

export const sentMessagesSchema = z.array(z.object({ id: messageIdSchema, text: z.string() }));

export type MessagePage = z.infer<typeof messagePageSchema>;
export type PagePosition = z.infer<typeof pagePositionSchema>;

export type SentMessages = z.infer<typeof sentMessagesSchema>;

/** How many messages the chat shows, and how many of them come before a given one. */
export const messageCountSchema = z.object({
  all: z.number().int().nonnegative(),
  before: z.number().int().nonnegative(),
});

export type MessageCount = z.infer<typeof messageCountSchema>;

/** A place in a chat: a message, and which of its parts; the person's messages have one. */
const messagePositionSchema = z.object({ messageId: messageIdSchema, part: z.number().int() });

/**
 * Where the words stand in a chat, newest first; `hasMore` when there are too many and only the newest are given.
 */
export const foundMessagesSchema = z.object({ places: z.array(messagePositionSchema), hasMore: z.boolean() });

/** Lines with the words in any chat, newest first; `hasMore` when there are too many. */
export const foundLinesSchema = z.object({
  lines: z.array(
    z.object({ workspaceId: workspaceIdSchema, place: messagePositionSchema, line: z.string() }),
  ),
  hasMore: z.boolean(),
});

export type FoundLines = z.infer<typeof foundLinesSchema>;
export type MessagePosition = z.infer<typeof messagePositionSchema>;
export type FoundMessages = z.infer<typeof foundMessagesSchema>;
