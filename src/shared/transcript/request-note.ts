import { z } from 'zod';
import { attachmentIdSchema, imageTypeSchema } from './attachment.ts';

/**
 * Why images were left out of a request: the model takes so many at once, so many bytes in one request or image, so
 * many pixels a side, not this format, or no images at all; they would not fit into what it reads; the whole request
 * was too large for it; or it refused them, `among` which is the one that it can't read.
 */
const whyLeftOutSchema = z.lazy(() =>
  z.discriminatedUnion('type', [
    z.object({
      type: z.literal('count'),
      most: z.number().int(),
      /** Given where that holds once an image has a longer side. */
      longest: z.number().int().optional(),
    }),
    z.object({ type: z.literal('request-bytes'), megabytes: z.number().int() }),
    z.object({ type: z.literal('image-bytes'), megabytes: z.number() }),
    z.object({ type: z.literal('sides'), longest: z.number().int() }),
    z.object({ type: z.literal('format'), mediaType: imageTypeSchema }),
    z.object({ type: z.literal('no-images') }),
    z.object({ type: z.literal('context') }),
    z.object({ type: z.literal('too-large') }),
    z.object({ type: z.literal('refused'), among: z.boolean() }),
  ]),
);

/**
 * How a request was made again: as it was, since nothing had come; without forcing a tool; without a word about
 * thinking; with earlier thoughts as the model wants them; for an answer of other length, in tokens, null where
 * nothing is said about it; with earlier results shortened.
 */
const howRepairedSchema = z.lazy(() =>
  z.discriminatedUnion('type', [
    z.object({ type: z.literal('asked-again') }),
    z.object({ type: z.literal('unforced') }),
    z.object({ type: z.literal('thinking') }),
    z.object({ type: z.literal('thoughts') }),
    z.object({ type: z.literal('output'), most: z.number().int().nullable() }),
    z.object({ type: z.literal('shortened') }),
  ]),
);

/**
 * What there is to say of the requests for an answer; `by` is its model's name for people. `tools` are names for people;
 * `among` if the model refused only some of them.
 */
export const requestNoteSchema = z.lazy(() =>
  z.discriminatedUnion('type', [
    z.object({
      type: z.literal('images-left-out'),
      by: z.string(),
      images: z.array(z.object({ id: attachmentIdSchema, name: z.string() })),
      why: whyLeftOutSchema,
    }),
    z.object({
      type: z.literal('tools-left-out'),
      by: z.string(),
      tools: z.array(z.string()),
      among: z.boolean(),
    }),
    z.object({ type: z.literal('repaired'), by: z.string(), how: howRepairedSchema }),
    /** The model read so many of about so many tokens. */
    z.object({ type: z.literal('read-in-part'), by: z.string(), read: z.number(), sent: z.number() }),
    /** On a message of the person: the turn before it had failed, and says so itself no more. */
    z.object({ type: z.literal('failed-before'), by: z.string(), what: z.string() }),
  ]),
);

export type WhyLeftOut = z.infer<typeof whyLeftOutSchema>;
export type RequestNote = z.infer<typeof requestNoteSchema>;
