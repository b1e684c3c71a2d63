import { z } from 'zod';
import { choiceOrText } from '../questions/question-kinds.ts';
import type { Question, Reply } from '../questions/questions.ts';
import { interrupted } from '../questions/cancel-reasons.ts';
import { type AskEnding, type Dialect, nobodyToAsk, type ParsedAsk, type ToolResult } from './dialect.ts';
import { detailsOf, formatMany, formatOne, replyAsAnswer } from './ask-text.ts';
import { fold, rejectDuplicates } from './input-rules.ts';
import { invalidInput, numberIn, readInput } from './tool-input.ts';

const text = z.string().refine((value) => value.trim() !== '', 'must not be empty');

const option = z.object({
  label: text.describe('1 to 5 words'),
  description: z.string().optional().describe('What choosing it means, and what it costs'),
  preview: z.string().optional().describe('Markdown that shows the choice: a sketch, a snippet'),
});

const question = z.object({
  id: text.describe('A short name, such as auth; the result uses it'),
  question: text.describe('The whole question, ending in a question mark'),
  options: z
    .array(option)
    .superRefine((options, context) =>
      rejectDuplicates(
        options.map(({ label }) => label),
        'label',
        context,
      ),
    )
    .describe('2 to 5 options; none for an answer in the person’s own words'),
  multi: z.boolean().optional().describe('Whether several options can be picked'),
  // Only a hint: one that cannot be read is ignored.
  recommended: z
    .unknown()
    .meta({ type: 'number', description: 'Index of the option you would take, from 0' })
    .optional(),
  header: z.string().optional().describe('A word or two for its tab'),
});

const inputSchema = z.lazy(() =>
  z.object({
    questions: z
      .array(question)
      .min(1)
      .superRefine((questions, context) =>
        rejectDuplicates(
          questions.map(({ id }) => id),
          'id',
          context,
        ),
      ),
  }),
);

const description = `Ask the person one or more questions and wait for the answers.
Use it when a decision is theirs and changes what you do next, and the files do not settle it. Look for the answer yourself first; never ask for permission for something else with it.
Put related questions into one call. Give each 2 to 5 short options with the trade-off in the description, and set recommended to the index of the one you would take. Free text is always offered as Other: never add such an option. What stays unanswered is yours to decide; name the assumption.`;

/** The tool of oh-my-pi: any number of questions with ids, any number of options. */
export const ask: Dialect = {
  title: 'Oh My Pi (ask)',
  toolName: 'ask',
  kind: 'question',
  mention: 'ask',
  planOnly: false,
  description,
  inputSchema,
  parse,
  format,
};

const noQuestions = z.object({ questions: z.array(z.unknown()).length(0) });

function parse(raw: unknown): ParsedAsk {
  if (readInput(noQuestions, raw).success) {
    return { type: 'done', result: { ok: true, text: 'Error: questions must not be empty' } };
  }
  const parsed = readInput(inputSchema, raw);
  if (!parsed.success) {
    return { type: 'refused', error: invalidInput('ask', parsed.error) };
  }
  return { type: 'ask', questions: parsed.data.questions.map(toQuestion) };
}

/** Drops an Other of the caller's: one is always offered. */
function toQuestion(entry: z.infer<typeof question>): Question {
  const options = entry.options.filter(({ label }) => !/^other( \(type your own\))?$/.test(fold(label)));
  const preferred = entry.options[numberIn(entry.recommended) ?? -1];
  const recommended = preferred === undefined ? -1 : options.indexOf(preferred);
  const asked = {
    id: entry.id,
    prompt: entry.question,
    ...(entry.header === undefined ? {} : { header: entry.header }),
  };
  const multiple = entry.multi ?? false;
  return choiceOrText(asked, { options, multiple, ...(recommended < 0 ? {} : { recommended }) });
}

/** How the text for a declined ask begins. */
export const cancelledStart = 'Ask tool was cancelled by the user';

function format(questions: readonly Question[], ending: AskEnding): ToolResult {
  switch (ending.type) {
    case 'answered':
      return answered(questions, ending.replies, ending.timedOut);
    case 'supplied':
      return answered(questions, ending.replies, false);
    case 'replied':
      return answered(questions, replyAsAnswer(questions, ending.text).replies, false);
    case 'declined':
      return {
        ok: false,
        text: `${cancelledStart}${reasonText(ending.reason)}`,
        endsTurn: true,
      };
    case 'cancelled':
      return { ok: false, text: ending.reason === interrupted ? 'Ask input was cancelled' : ending.reason };
    case 'nobody':
      return { ok: false, text: nobodyToAsk, endsTurn: true };
  }
}

function reasonText(reason: string | undefined): string {
  return reason?.trim() ? `. Reason: ${reason}` : '';
}

function answered(questions: readonly Question[], replies: readonly Reply[], timedOut: boolean): ToolResult {
  const results = questions.map((asked) => {
    const reply = replies.find(({ questionId }) => questionId === asked.id);
    return { asked, reply: reply ?? { status: 'skipped' as const, questionId: asked.id } };
  });
  const [first] = results;
  const all = results.map(({ asked, reply }) => detailsOf(asked, reply, timedOut));
  if (first !== undefined && results.length === 1) {
    return { ok: true, text: formatOne(first.reply), details: all[0] };
  }
  const named = all.map((details, index) => ({ id: questions[index]?.id, ...details }));
  return { ok: true, text: formatMany(results), details: { results: named } };
}
