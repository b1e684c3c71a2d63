import { expect, test } from 'vitest';
import { toolCall } from '../testing/transcript-samples.ts';
import { plainCardWords, toldTo } from './plain-card-words.ts';

const refused = (text: string) =>
  toolCall('a', 'ask_user_question', { ask: null, result: { ok: false, text } });

const incomplete = refused('Invalid input for ask_user_question: questions: Required');
const wrongMode = refused('ask_user_question is available in plan mode only.');

test('one and several refused questions are told apart, whatever they were refused for', () => {
  expect(plainCardWords([incomplete])).toMatch(/^The agent's question was incomplete/);
  expect(plainCardWords([incomplete, incomplete])).toMatch(/^2 questions of the agent were incomplete/);
  expect(plainCardWords([wrongMode, wrongMode])).toMatch(/^This agent can ask in Plan mode only/);
  expect(plainCardWords([wrongMode, incomplete])).toMatch(/^2 questions of the agent could not be shown/);
});

test('the tool’s name is no word for a person', () => {
  expect(toldTo(incomplete)).toBe('questions: Required');
});
