import { z } from 'zod';
import { answerText } from '../questions/answers.ts';
import type { Question, Reply } from '../questions/questions.ts';
import { interrupted } from '../questions/cancel-reasons.ts';
import { replyAsAnswer, replyOf, withMarks } from './ask-text.ts';
import { type AskEnding, type Dialect, nobodyToAsk, type ParsedAsk, type ToolResult } from './dialect.ts';
import { checkLabels } from './input-rules.ts';
import { describeIssues, plainInput, readInput } from './tool-input.ts';

/** Turns `\n` and `\r\n` that a model wrote as characters into line breaks. */
function withLineBreaks(written: string): string {
  return written.replace(/(\\r)?\\n/g, '\n');
}

const text = z.string().overwrite(withLineBreaks);

const option = z.object({
  label: text.describe('1 to 5 words; end the one you would take in "(Recommended)" and put it first'),
  description: text.describe('What choosing it means, and what it costs'),
});

const question = z.object({
  question: text.min(1).describe('The whole question, ending in a question mark'),
  header: text.describe('A short label, at most 16 characters, such as Database'),
  type: z.enum(['choice', 'text', 'yesno']).optional().describe('choice unless given'),
  options: z.array(option).superRefine(checkLabels).optional().describe('2 to 4 options, for choice only'),
  multiSelect: z.boolean().optional().describe('Whether several options of a choice can be picked'),
  placeholder: text.optional().describe('A hint in the empty text field'),
});

const inputSchema = z.lazy(() => z.object({ questions: z.array(question).max(4, 'ask 1 to 4 questions') }));

const description = `Ask the person 1 to 4 questions and wait for the answers.
Use it for preferences, unclear requirements and decisions that are theirs and change what you do next. Look for the answer yourself first; never ask for permission for something else with it.
Put related questions into one call: choice with 2 to 4 short options and the trade-off in each description, text for an answer in their words, yesno to confirm. A header has at most 16 characters. Free text is always offered as Other: never add such an option. What stays unanswered is yours to decide; name the assumption.`;

/** The tool of gemini-cli: 1 to 4 questions of three kinds. Here they are numbered from 0, as in its result. */
export const askUser: Dialect = {
  title: 'Gemini CLI (ask_user)',
  toolName: 'ask_user',
  kind: 'question',
  mention: 'ask_user',
  planOnly: false,
  description,
  inputSchema,
  parse,
  format,
};

function parse(raw: unknown): ParsedAsk {
  const problem = firstProblem(plainInput(inputSchema, raw));
  if (problem !== undefined) return { type: 'refused', error: problem };
  const parsed = readInput(inputSchema, raw);
  if (!parsed.success) return { type: 'refused', error: describeIssues(parsed.error) };
  return { type: 'ask', questions: parsed.data.questions.map(toQuestion) };
}

function toQuestion(entry: z.infer<typeof question>, index: number): Question {
  const { question: prompt, header, type: kind = 'choice', options = [], multiSelect = false } = entry;
  const asked = { id: String(index), prompt, header };
  const hint = entry.placeholder === undefined ? {} : { placeholder: entry.placeholder };
  switch (kind) {
    case 'choice':
      return { ...asked, kind, options, multiple: multiSelect, ...hint };
    case 'yesno':
      return { ...asked, kind, ...hint };
    case 'text':
      return { ...asked, kind, placeholder: 'Enter your response', ...hint };
  }
}

/** The text for the model when the person declined. */
export const dismissed = 'User dismissed ask_user dialog without answering.';

function format(questions: readonly Question[], ending: AskEnding): ToolResult {
  switch (ending.type) {
    case 'answered':
    case 'supplied':
      return answered(questions, ending.replies);
    case 'replied':
      return answered(questions, replyAsAnswer(questions, ending.text).replies);
    case 'declined':
      return { ok: true, text: ending.reason?.trim() ? `${dismissed} Reason: ${ending.reason}` : dismissed };
    case 'cancelled':
      return { ok: false, text: ending.reason || interrupted };
    case 'nobody':
      return { ok: false, text: nobodyToAsk };
  }
}

function answered(questions: readonly Question[], replies: readonly Reply[]): ToolResult {
  const values = questions.flatMap((asked, index) => {
    const reply = replyOf(asked, replies);
    const value = reply === undefined ? '' : valueOf(asked, reply);
    return value === '' ? [] : [{ key: String(index), header: asked.header ?? asked.id, value }];
  });
  const answers = Object.fromEntries(values.map(({ key, value }) => [key, value]));
  const shown = values.map(({ header, value }) => `${header} → ${value}`);
  const display =
    shown.length === 0
      ? 'User submitted without answering questions.'
      : ['User answered:', ...shown].join('\n');
  return { ok: true, text: JSON.stringify({ answers }), display, details: { replies } };
}

/** A note is kept even if its question was skipped. */
function valueOf(asked: Question, reply: Reply): string {
  return withMarks(reply.status === 'answered' ? answerText(asked, reply) : '', reply);
}

const callSchema = z.object({ questions: z.array(z.unknown()).optional() });

const questionSchema = z.object({ type: z.unknown(), options: z.unknown() });

const optionSchema = z.looseObject({ label: z.unknown(), description: z.unknown() });

/** The refusals that gemini-cli words itself; undefined where the schema has to judge. */
function firstProblem(raw: unknown): string | undefined {
  const call = callSchema.safeParse(raw);
  if (!call.success) return undefined;
  const questions = call.data.questions ?? [];
  if (questions.length === 0) return 'At least one question is required.';
  for (const [index, question] of questions.entries()) {
    const problem = questionProblem(question, `Question ${index + 1}`);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

function questionProblem(question: unknown, name: string): string | undefined {
  const parsed = questionSchema.partial().safeParse(question);
  if (!parsed.success) return undefined;
  const { type = 'choice', options } = parsed.data;
  const list = Array.isArray(options) ? z.array(z.unknown()).parse(options) : undefined;
  if (type === 'choice') {
    if (list === undefined || list.length < 2)
      return `${name}: type='choice' requires 'options' array with 2-4 items.`;
    if (list.length > 4) return `${name}: 'options' array must have at most 4 items.`;
  }
  for (const [index, option] of (list ?? []).entries()) {
    const problem = optionProblem(option);
    if (problem !== undefined) return `${name}, option ${index + 1}: ${problem}`;
  }
  return undefined;
}

function optionProblem(option: unknown): string | undefined {
  const { label, description } = optionSchema.partial().safeParse(option).data ?? {};
  if (typeof label !== 'string' || withLineBreaks(label).trim() === '')
    return "'label' is required and must be a non-empty string.";
  return typeof description === 'string' ? undefined : "'description' is required and must be a string.";
}
