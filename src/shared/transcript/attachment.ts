import { z } from 'zod';

/** Names one attachment within its workspace. */
export const attachmentIdSchema = z.string().min(1).max(100).brand<'AttachmentId'>();

export const imageTypeSchema = z.enum(['image/png', 'image/jpeg', 'image/gif', 'image/webp']);

const common = { id: attachmentIdSchema, name: z.string(), size: z.number().int() };

export const imageAttachmentSchema = z.object({
  kind: z.literal('image'),
  ...common,
  mediaType: imageTypeSchema,
  width: z.number().int().positive(),
  height: z.number().int().positive(),
});

/** A file that goes with a message. `size` is in bytes, width and height in pixels as it is shown. */
export const attachmentSchema = z.discriminatedUnion('kind', [
  imageAttachmentSchema,
  z.object({ kind: z.literal('text'), ...common }),
]);

export type AttachmentId = z.infer<typeof attachmentIdSchema>;
export type ImageType = z.infer<typeof imageTypeSchema>;
export type Attachment = z.infer<typeof attachmentSchema>;
export type ImageAttachment = Extract<Attachment, { kind: 'image' }>;
export type TextAttachment = Extract<Attachment, { kind: 'text' }>;
