import type { Reply, Supplied } from '../questions/outcome.ts';
import type { Question } from '../questions/question.ts';
import { type Dialect, invalidInput, type ParsedAsk } from './dialect.ts';
import { withoutNulls } from './input-rules.ts';
import { inputSchema } from './ask-user-question.schema.ts';
import { format } from './ask-user-question-result.ts';

const description = `Ask the person 1 to 4 multiple-choice questions and wait for the answers.
Use it when a decision is theirs to make and changes what you do next: unclear requirements, a real trade-off, a preference you cannot read from the files. Look for the answer yourself first, and never ask for permission or approval with it.
Put related questions into one call, each with 2 to 4 short options; say the trade-off in the description. Put the option you recommend first and end its label in "(Recommended)". Free text is always offered as Other: never add such an option. Questions can be left unanswered; go on with a sensible assumption then and name it.`;

/**
 * The tool of coder/mux and of Claude Code's AskUserQuestion: 1 to 4 questions of 2 to 4 options.
 * Questions have no ids in it; here they are numbered from 1.
 */
export const askUserQuestion: Dialect = {
  title: 'Claude Code and Mux (ask_user_question)',
  toolName: 'ask_user_question',
  kind: 'question',
  mention: 'ask_user_question',
  planOnly: true,
  description,
  inputSchema,
  parse,
  format,
};

function parse(raw: unknown): ParsedAsk {
  const parsed = inputSchema.safeParse(withoutNulls(raw));
  if (!parsed.success) {
    return { type: 'refused', error: invalidInput('ask_user_question', parsed.error) };
  }
  const questions = parsed.data.questions.map(
    (entry, index): Question => ({
      id: String(index + 1),
      prompt: entry.question,
      header: entry.header,
      kind: 'choice',
      options: entry.options,
      multiple: entry.multiSelect,
    }),
  );
  const given = new Map(Object.entries(parsed.data.answers ?? {}));
  if (given.size === 0) return { type: 'ask', questions };
  return { type: 'supplied', questions, outcome: suppliedOutcome(questions, given) };
}

/** Answers that came with the call stand as they are, whether or not they name an option. */
function suppliedOutcome(questions: readonly Question[], given: Map<string, string>): Supplied {
  const replies = questions.map(({ id: questionId, prompt }): Reply => {
    const custom = given.get(prompt);
    if (custom === undefined) return { status: 'skipped', questionId };
    return { status: 'answered', questionId, picks: [], custom, origin: 'typed' };
  });
  const prompts = new Set(questions.map(({ prompt }) => prompt));
  const unasked = [...given]
    .filter(([question]) => !prompts.has(question))
    .map(([question, answer]) => ({ question, answer }));
  return { type: 'supplied', replies, ...(unasked.length > 0 && { unasked }) };
}
