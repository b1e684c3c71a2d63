import { expect, test } from 'vitest';
import { cardWith, choice } from '../../../../test/renderer/question-cards.ts';
import { timeLeftText } from './countdown.tsx';
import { type AskPart, deadlineOf, type QuestionIntents } from './question-card-kind.ts';

const tone = choice('tone', ['Plain', 'Warm']);
const length = choice('length', ['Short', 'Long']);

const counting = (part: AskPart): AskPart => ({
  ...part,
  ask: { ...part.ask, timeout: { deadline: 60_000, stopped: false } },
});

test('a countdown runs until the person touches the card, and then never again', () => {
  const { read, intents, part, touched } = cardWith([tone, length], [], counting);
  expect(deadlineOf(read(), part.ask)).toBe(60_000);
  intents.stopCountdown();
  intents.stopCountdown();
  expect(deadlineOf(read(), part.ask)).toBeNull();
  expect(touched, 'main is told once').toEqual(['call-1']);
});

test.each<[string, (intents: QuestionIntents) => void]>([
  ['looking at another question', (intents) => intents.goTo(1)],
  ['beginning a note', (intents) => intents.addNote(tone)],
  ['beginning to dismiss', (intents) => intents.openDismissal()],
  ['reading on', (intents) => intents.setUnfolded('prompt', true)],
  ['picking', (intents) => intents.pick(tone, 'Warm')],
])('a countdown is stopped by %s', (_, touch) => {
  const { read, intents, part, touched } = cardWith([tone, length], [], counting);
  touch(intents);
  expect(deadlineOf(read(), part.ask)).toBeNull();
  expect(touched).toEqual(['call-1']);
});

test('a countdown that does not run is not stopped', () => {
  const { intents, touched } = cardWith([tone, length]);
  intents.goTo(1);
  intents.pick(length, 'Short');
  expect(touched).toEqual([]);
});

test.each([
  [59_001, 'Goes on without you in 1:00'],
  [41_500, 'Goes on without you in 42\u00a0s'],
  [125_000, 'Goes on without you in 2:05'],
  [3_600_000, 'Goes on without you in 1:00:00'],
  [1, 'Goes on without you in 1\u00a0s'],
  [0, 'Going on without you…'],
  [-5_000, 'Going on without you…'],
])('%i milliseconds are told as: %s', (left, text) => {
  expect(timeLeftText(left)).toBe(text);
});
