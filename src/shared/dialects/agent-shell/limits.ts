export type Limits = { questions: number; options: number; header: number; question: number };

/** The most characters of an option's label and of its description. */
export const longestLabel = 50;
export const longestDescription = 200;

const variables = {
  questions: { name: 'ASK_MAX_QUESTIONS', usual: 4, least: 1 },
  options: { name: 'ASK_MAX_OPTIONS', usual: 4, least: 2 },
  header: { name: 'ASK_HEADER_MAX_LENGTH', usual: 12, least: 1 },
  question: { name: 'ASK_QUESTION_MAX_LENGTH', usual: 500, least: 1 },
};

/** Reads the limits of a call from the environment; returns a warning for each unusable value. */
export function limitsFrom(env: Readonly<Record<string, string | undefined>>): {
  limits: Limits;
  warnings: string[];
} {
  const warnings: string[] = [];
  const limit = (which: keyof Limits): number => {
    const { name, usual, least } = variables[which];
    const given = env[name]?.trim() ?? '';
    if (given === '') return usual;
    const value = /^\d{1,9}$/.test(given) ? Number(given) : 0;
    if (value >= least) return value;
    warnings.push(`Warning: ${name} must be a whole number of at least ${least}; using ${usual}`);
    return usual;
  };
  const limits = {
    questions: limit('questions'),
    options: limit('options'),
    header: limit('header'),
    question: limit('question'),
  };
  return { limits, warnings };
}
