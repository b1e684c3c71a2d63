import { expect, test } from 'vitest';
import { sizeProblem } from './ask-size.ts';
import type { Question } from './questions.ts';

const question = (prompt: string, options = 2): Question => ({
  id: prompt,
  prompt,
  kind: 'choice',
  options: Array.from({ length: options }, (_, index) => ({ label: `${index}` })),
  multiple: false,
});
const questions = (count: number) => Array.from({ length: count }, (_, index) => question(`${index}?`));

test('as many questions and options as a card shows fit, and one more of either does not', () => {
  expect(sizeProblem(questions(50))).toBeUndefined();
  expect(sizeProblem(questions(51))).toBe('questions: give at most 50');
  expect(sizeProblem([question('Which?', 200)])).toBeUndefined();
  expect(sizeProblem([question('Which?'), question('And?', 201)])).toBe(
    'questions[1].options: give at most 200',
  );
});

test('all texts together fit up to a length', () => {
  const frame = JSON.stringify([question('')]).length;
  // The text stands in the question twice.
  const longest = (500_000 - frame) / 2;
  expect(sizeProblem([question('x'.repeat(Math.floor(longest)))])).toBeUndefined();
  expect(sizeProblem([question('x'.repeat(Math.floor(longest) + 1))])).toBe(
    'questions: too long, at most 500000 characters in all',
  );
});
