import { z } from 'zod';
import { dialectIdSchema } from '../dialects/dialect-id.ts';
import { outcomeSchema } from '../questions/outcome.ts';
import { questionSchema } from '../questions/question.ts';

/** Who asks, as it calls itself. */
export const askerSchema = z.object({
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
