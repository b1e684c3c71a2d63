import { z } from 'zod';
import { checkLabels, rejectDuplicates } from './input-rules.ts';

const text = z.string().refine((value) => value.trim() !== '', 'must not be empty');

const option = z.object({
  label: text.describe('1 to 5 words; add "(Recommended)" to the one you would take and put it first'),
  description: z.string().describe('What choosing it means, and what it costs'),
  preview: z.string().optional().describe('Markdown that shows the choice: a sketch, a snippet'),
});

const question = z.object({
  question: text.describe('The whole question, ending in a question mark'),
  header: z.string().describe('A word or two for its tab'),
  options: z
    .array(option)
    .min(2, 'give 2 to 4 options')
    .max(4, 'give 2 to 4 options')
    .superRefine(checkLabels),
  multiSelect: z.boolean().default(false).describe('Whether several options can be picked'),
});

/** The input of `ask_user_question`. */
export const inputSchema = z.object({
  questions: z
    .array(question)
    .min(1, 'ask 1 to 4 questions')
    .max(4, 'ask 1 to 4 questions')
    .superRefine((questions, context) =>
      rejectDuplicates(
        questions.map((entry) => entry.question),
        'question',
        context,
      ),
    ),
  answers: z
    .record(z.string(), z.string())
    .nullish()
    .describe('Leave this out; it is filled in by the person'),
});

/** The result of `ask_user_question`, for programs that know the tool: its questions, and an answer by each's text. */
export const resultSchema = z.object({
  questions: z.array(question),
  answers: z.record(z.string(), z.string()),
});

export type AskUserQuestionResult = z.infer<typeof resultSchema>;
