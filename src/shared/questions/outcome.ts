import { z } from 'zod';
import { longTextSchema } from '../long-text.ts';

/** Origin of an answer: picked from the options, typed, or chosen by a timeout. */
const originSchema = z.enum(['picked', 'typed', 'auto']);

/** Result of one question. Picks stand in the order they were picked. */
export const replySchema = z.lazy(() =>
  z.discriminatedUnion('status', [
    z.object({
      status: z.literal('answered'),
      questionId: z.string(),
      picks: z.array(z.string()),
      custom: z.string().optional(),
      note: z.string().optional(),
      origin: originSchema,
    }),
    z.object({
      status: z.literal('skipped'),
      questionId: z.string(),
      note: z.string().optional(),
    }),
  ]),
);

/** An answer that came with a call, to a question that did not. */
export const unaskedSchema = z.lazy(() => z.object({ question: z.string(), answer: z.string() }));

/**
 * Outcome of one ask. `replies` holds one entry a question, in the order of the questions. `supplied`: they
 * came with the call, `unasked` to questions that are not in it, and nobody was asked; `replied` is what the person wrote to an asker from outside the
 * chat instead of picking.
 */
export const outcomeSchema = z.lazy(() =>
  z.discriminatedUnion('type', [
    z.object({ type: z.literal('answered'), replies: z.array(replySchema), timedOut: z.boolean() }),
    z.object({
      type: z.literal('supplied'),
      replies: z.array(replySchema),
      unasked: z.array(unaskedSchema).optional(),
    }),
    z.object({ type: z.literal('replied'), text: z.string() }),
    z.object({ type: z.literal('declined'), reason: z.string().optional() }),
    z.object({ type: z.literal('cancelled'), reason: z.string() }),
  ]),
);

/** Answer that a person's window sends for one question; a question left out is skipped. `auto` as in a draft. */
export const answerSchema = z.object({
  questionId: z.string(),
  picks: z.array(longTextSchema),
  custom: longTextSchema.optional(),
  note: longTextSchema.optional(),
  auto: z.boolean().optional(),
});

export type Origin = z.infer<typeof originSchema>;
export type Reply = z.infer<typeof replySchema>;
export type Outcome = z.infer<typeof outcomeSchema>;
export type Supplied = Extract<Outcome, { type: 'supplied' }>;
export type Answer = z.infer<typeof answerSchema>;
