import { expect, test } from 'vitest';
import { slashChoices } from './slash-choices.ts';

const review = {
  kind: 'command' as const,
  name: 'review',
  description: 'Review it',
  argument: 'path',
  file: '.parley/commands/review.md',
};

const guide = { name: 'Guide', inLoop: true, plans: true };

const none = { ofFolder: [], ofAgent: [], prompts: [] };

test('built-in commands stand before those of the folder, and all are offered after the slash', () => {
  const names = slashChoices({ ...none, ofFolder: [review] }, '', guide).map(({ name }) => name);
  expect(names[0]).toBe('plan');
  expect(names.at(-1)).toBe('review');
});

test('names that begin as typed come before those that only contain it, in any case', () => {
  const others = { ...none, ofFolder: [review, { ...review, name: 'preview' }] };
  expect(slashChoices(others, 'RE', guide).map(({ name }) => name)).toEqual(['review', 'preview']);
  expect(slashChoices(others, 'nothing', guide)).toEqual([]);
});

test('an external agent’s own commands are offered, and those of Parley that mean nothing to it are not', () => {
  const own = ['review', 'compact', 'model'].map((name) => ({ name, description: name, argument: null }));
  const external = { name: 'Codex', inLoop: false, plans: false };
  const choices = slashChoices({ ...none, ofFolder: [review], ofAgent: own }, '', external);
  expect(choices.map(({ name, source }) => [name, source.type])).toEqual([
    ['new', 'built-in'],
    ['model', 'built-in'],
    ['export', 'built-in'],
    ['undo', 'built-in'],
    ['review', 'agent'],
    ['compact', 'agent'],
  ]);
});

test('prompts of servers are found by their server and by their own name', () => {
  const prompt = { name: 'docs:summary', server: 'docs', description: '', argument: null };
  const names = (query: string) =>
    slashChoices({ ...none, ofFolder: [review], prompts: [prompt] }, query, guide).map(({ name }) => name);
  expect(names('docs:')).toEqual(['docs:summary']);
  expect(names('summ')).toEqual(['docs:summary']);
});
