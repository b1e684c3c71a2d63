import { z } from 'zod';

const callSchema = z.object({ questions: z.array(z.unknown()).optional() });

const questionSchema = z.object({ type: z.unknown(), options: z.unknown() });

const optionSchema = z.looseObject({ label: z.unknown(), description: z.unknown() });

/** The refusals that gemini-cli words itself; undefined where the schema has to judge. */
export function firstProblem(raw: unknown): string | undefined {
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
  if (typeof label !== 'string' || label.trim() === '')
    return "'label' is required and must be a non-empty string.";
  return typeof description === 'string' ? undefined : "'description' is required and must be a string.";
}
