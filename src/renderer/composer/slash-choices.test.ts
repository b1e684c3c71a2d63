import { expect, test } from 'vitest';
import { slashChoices } from './slash-choices.ts';

const review = {
  name: 'review',
  description: 'Review it',
  argument: 'path',
  file: '.parley/commands/review.md',
};

test('built-in commands stand before those of the folder, and all are offered after the slash', () => {
  const names = slashChoices([review], [], '').map(({ name }) => name);
  expect(names[0]).toBe('plan');
  expect(names.at(-1)).toBe('review');
});

test('names that begin as typed come before those that only contain it, in any case', () => {
  const others = [review, { ...review, name: 'preview' }];
  expect(slashChoices(others, [], 'RE').map(({ name }) => name)).toEqual(['review', 'preview']);
  expect(slashChoices(others, [], 'nothing')).toEqual([]);
});

test('prompts of servers are found by their server and by their own name', () => {
  const prompt = { name: 'docs:summary', server: 'docs', description: '', argument: null };
  const names = (query: string) => slashChoices([review], [prompt], query).map(({ name }) => name);
  expect(names('docs:')).toEqual(['docs:summary']);
  expect(names('summ')).toEqual(['docs:summary']);
});
