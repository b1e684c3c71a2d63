import { z } from 'zod';
import { messageIdSchema } from '../ids.ts';
import { longTextSchema } from '../long-text.ts';
import { attachmentIdSchema, attachmentSchema } from '../transcript/attachment.ts';
import { largestCopy, largestImage } from '../transcript/attachment-limits.ts';
import { foundFilesSchema } from '../transcript/found-files.ts';
import { call, callKey, inChat, inWorkspace } from './call.ts';
import { failures } from './failures.ts';

const offerUnusable = { 'offer-unusable': failures['offer-unusable'] };
const ofAttachment = { ...inWorkspace, attachmentId: attachmentIdSchema };

/** Calls about what the person writes in a chat, and the files that go along. */
export const messageCalls = {
  /** Stores the message and gives it to the agent; `key` makes a repeated call harmless. */
  sendMessage: inChat
    .errors({ ...offerUnusable, 'attachment-missing': failures['attachment-missing'] })
    .input(
      z
        .object({
          ...inWorkspace,
          key: callKey,
          text: longTextSchema,
          attachments: z.array(attachmentIdSchema).max(100).default([]),
        })
        .refine(({ text, attachments }) => text !== '' || attachments.length > 0),
    ),
  /**
   * Takes a message out of the queue. With `draft` it is there to be edited: that text, which holds the
   * message's, becomes the unsent one in the same step. Ends in `already-delivered` or `not-queued`.
   */
  withdrawMessage: inChat
    .errors({ 'already-delivered': failures['already-delivered'], 'not-queued': failures['not-queued'] })
    .input(
      z.object({
        ...inWorkspace,
        messageId: messageIdSchema,
        key: callKey,
        draft: longTextSchema.optional(),
      }),
    ),
  /** Gives the agent the queue at once, after it was stopped; nothing once the message is no longer queued. */
  sendQueuedNow: inChat.input(z.object({ ...inWorkspace, messageId: messageIdSchema })),
  /** The files of the folder that fit what is typed after an `@`. */
  findFiles: inChat.input(z.object({ ...inWorkspace, query: z.string().max(500) })).output(foundFilesSchema),
  /**
   * Stores a file for the unsent message; `data` is base64, as is the `copy` of an image for models. Ends in
   * `attachment-refused` when it is neither text nor an image, damaged, or too large.
   */
  attach: inChat
    .errors({ 'attachment-refused': failures['attachment-refused'] })
    .input(
      z.object({
        ...inWorkspace,
        key: callKey,
        name: z.string().max(300),
        data: z.base64().max(4 * Math.ceil(largestImage / 3)),
        copy: z
          .base64()
          .max(4 * Math.ceil(largestCopy / 3))
          .optional(),
      }),
    )
    .output(attachmentSchema),
  /** Removes a file of the unsent message. */
  detach: call.input(z.object(ofAttachment)),
  /** The content of an attached file, or of the copy for models where it has one and `copy` asks for it; as base64. */
  readAttachment: call
    .errors({ 'attachment-missing': failures['attachment-missing'] })
    .input(z.object({ ...ofAttachment, copy: z.boolean().default(false) }))
    .output(z.object({ data: z.string() })),
  /**
   * Puts a new text in the place of one of the person's messages: it and what came after it leave the
   * chat, a working turn is stopped, and the agent goes on from the new text. What was attached goes along, but for
   * what is `dropped`.
   */
  resendMessage: inChat
    .errors({
      ...offerUnusable,
      'no-such-message': failures['no-such-message'],
      'nothing-to-send': failures['nothing-to-send'],
    })
    .input(
      z.object({
        ...inWorkspace,
        messageId: messageIdSchema,
        key: callKey,
        text: longTextSchema,
        dropped: z.array(attachmentIdSchema).max(100).default([]),
      }),
    ),
  saveMessageDraft: inChat.input(z.object({ ...inWorkspace, text: longTextSchema })),
};
