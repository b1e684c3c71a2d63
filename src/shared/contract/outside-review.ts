import { z } from 'zod';
import { askerSchema } from './outside-ask.ts';

/** A plan, or any Markdown, that an asker from outside wants reviewed. `folder` as for questions. */
export const outsideReviewSchema = z.object({
  asker: askerSchema,
  folder: z.string().min(1).max(4_096).nullable(),
  title: z.string().trim().min(1).max(200),
  plan: z
    .string()
    .max(500_000)
    .refine((text) => text.trim() !== '', 'must not be empty'),
});

/** Outcome of a review: the plan as the person edited it, or their reason. */
export const reviewOutcomeSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('approved'), plan: z.string(), note: z.string().optional() }),
  z.object({ type: z.literal('discarded'), reason: z.string().optional() }),
]);

export const outsideReviewAnswerSchema = z.object({
  outcome: reviewOutcomeSchema,
  how: z.enum(['asked', 'attached', 'kept']),
});

export type OutsideReview = z.infer<typeof outsideReviewSchema>;
export type ReviewOutcome = z.infer<typeof reviewOutcomeSchema>;
export type OutsideReviewAnswer = z.infer<typeof outsideReviewAnswerSchema>;
