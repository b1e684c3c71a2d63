import { z } from 'zod';
import { dialectIdSchema } from '../dialects/dialect-id.ts';
import { outcomeSchema, questionSchema } from '../questions/questions.ts';

/** Who asks, as it calls itself. */
const askerSchema = z.object({
  name: z.string().trim().min(1).max(100),
  version: z.string().trim().max(50).optional(),
});

/** Questions of an asker from outside the chats. `folder` is where it works: an absolute path, or null. */
export const outsideAskSchema = z.object({
  asker: askerSchema,
  tool: dialectIdSchema,
  folder: z.string().min(1).max(4_096).nullable(),
  questions: z.array(questionSchema).min(1),
});

/**
 * Result of an outside ask. `attached`: the same ask was already waiting; `kept`: it had been answered
 * while its asker was gone.
 */
export const outsideAnswerSchema = z.object({
  outcome: outcomeSchema,
  how: z.enum(['asked', 'attached', 'kept']),
});

export type Asker = z.infer<typeof askerSchema>;
export type OutsideAsk = z.infer<typeof outsideAskSchema>;
export type OutsideAnswer = z.infer<typeof outsideAnswerSchema>;

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
const reviewOutcomeSchema = z.discriminatedUnion('type', [
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

/** The input of `review_plan`, as its model reads it. */
export const reviewInput = z.object({
  title: z.string().trim().min(1).max(200).describe('What the plan is for, in a few words'),
  plan: z
    .string()
    .max(500_000)
    .refine((text) => text.trim() !== '', 'must not be empty')
    .describe('The whole plan in Markdown'),
});

export const reviewDescription = `Show the person a plan, or any Markdown, and wait until they approve it, edited or not, or discard it with a reason.
Use it before you carry out something larger. Go on with the plan as it was approved; where it was discarded, read the reason and propose another.`;
