import { optionsOf } from './question-kinds.ts';
import type { Question } from './questions.ts';

/** More than a person could look through on a card. */
const mostQuestions = 50;
const mostOptions = 200;
const longestAsk = 500_000;

/**
 * Returns the sentence that says why questions from outside are too much for a card, naming the place;
 * undefined if they fit.
 */
export function sizeProblem(questions: readonly Question[]): string | undefined {
  if (questions.length > mostQuestions) return `questions: give at most ${mostQuestions}`;
  const crowded = questions.findIndex((question) => optionsOf(question).length > mostOptions);
  if (crowded >= 0) return `questions[${crowded}].options: give at most ${mostOptions}`;
  const length = JSON.stringify(questions).length;
  return length > longestAsk ? `questions: too long, at most ${longestAsk} characters in all` : undefined;
}
