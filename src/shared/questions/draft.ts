import { z } from 'zod';
import { longTextSchema } from '../long-text.ts';

/**
 * Unsent input of a person for one question. `other` keeps its text while `otherChosen` is off, so that
 * choosing something else and coming back loses nothing. `skipped` says that the question was left open on
 * purpose, not just cleared. `auto` marks picks that a timeout chose and that nobody has changed since.
 */
const questionDraftSchema = z.object({
  questionId: z.string(),
  picks: z.array(longTextSchema),
  otherChosen: z.boolean(),
  other: longTextSchema,
  note: longTextSchema,
  skipped: z.boolean().optional(),
  auto: z.boolean().optional(),
});

/** The unsent entries of one ask; a question nobody touched has none. */
export const draftSchema = z.array(questionDraftSchema);

export type QuestionDraft = z.infer<typeof questionDraftSchema>;
export type Draft = z.infer<typeof draftSchema>;
