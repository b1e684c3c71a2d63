import { z } from 'zod';

export const attachmentIdSchema = z.string().min(1).max(100).brand<'AttachmentId'>();

export const imageTypeSchema = z.enum(['image/png', 'image/jpeg', 'image/gif', 'image/webp']);

const common = { id: attachmentIdSchema, name: z.string(), size: z.number().int() };

const imageSchema = z.object({
  mediaType: imageTypeSchema,
  width: z.number().int().positive(),
  height: z.number().int().positive(),
  /** Given where it has several frames; models get the first. */
  animated: z.literal(true).optional(),
});

export const imageAttachmentSchema = imageSchema.extend({
  kind: z.literal('image'),
  ...common,
  /** The copy that models get instead, where it needs one. */
  copy: imageSchema.omit({ animated: true }).extend({ size: z.number().int() }).optional(),
});

/** A file that goes with a message. `size` is in bytes; width and height are in pixels as it is shown. */
export const attachmentSchema = z.discriminatedUnion('kind', [
  imageAttachmentSchema,
  z.object({ kind: z.literal('text'), ...common }),
]);

export type AttachmentId = z.infer<typeof attachmentIdSchema>;
export type ImageType = z.infer<typeof imageTypeSchema>;
export type ImageFacts = z.infer<typeof imageSchema>;
export type ImageCopy = NonNullable<ImageAttachment['copy']>;
export type Attachment = z.infer<typeof attachmentSchema>;
export type ImageAttachment = Extract<Attachment, { kind: 'image' }>;
export type TextAttachment = Extract<Attachment, { kind: 'text' }>;
