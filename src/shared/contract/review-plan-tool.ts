import { z } from 'zod';

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
