import type { Question } from '../../src/shared/questions/questions.ts';

/** A question with two options, as most are. */
export const plainQuestion: Question = {
  id: '1',
  prompt: 'Which way?',
  header: 'Way',
  kind: 'choice',
  options: [
    { label: 'A', description: 'the first' },
    { label: 'B', description: 'the second' },
  ],
  multiple: false,
};

export const plainAnswer = { questionId: '1', picks: ['A'] };
