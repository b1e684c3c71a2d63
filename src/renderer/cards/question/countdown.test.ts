import { expect, test } from 'vitest';
import { cardWith, choice } from '../../testing/question-cards.ts';
import { type AskPart, deadlineOf } from './state/card-state.ts';
import type { QuestionCardStore } from './state/question-card-store.ts';

const tone = choice('tone', ['Plain', 'Warm']);
const length = choice('length', ['Short', 'Long']);

const counting = (part: AskPart): AskPart => ({
  ...part,
  ask: { ...part.ask, timeout: { deadline: 60_000, stopped: false } },
});

test('a countdown runs until the person touches the card, and then never again', () => {
  const { store, part, touched } = cardWith([tone, length]);
  const running = counting(part);
  expect(deadlineOf(store.read(running), running.ask)).toBe(60_000);
  store.stopCountdown(running);
  store.stopCountdown(running);
  expect(deadlineOf(store.read(running), running.ask)).toBeNull();
  expect(touched, 'main is told once').toEqual(['call-1']);
});

test.each<[string, (store: QuestionCardStore, part: AskPart) => void]>([
  ['looking at another question', (store, part) => store.goTo(part, 1)],
  ['beginning a note', (store, part) => store.addNote(part, tone)],
  ['beginning to dismiss', (store, part) => store.openDismissal(part)],
  ['reading on', (store, part) => store.setUnfolded(part, 'prompt', true)],
  ['picking', (store, part) => store.pick(part, tone, 'Warm')],
])('a countdown is stopped by %s', (_, touch) => {
  const { store, part, touched } = cardWith([tone, length]);
  const running = counting(part);
  touch(store, running);
  expect(deadlineOf(store.read(running), running.ask)).toBeNull();
  expect(touched).toEqual(['call-1']);
});

test('a countdown that does not run is not stopped', () => {
  const { store, part, touched } = cardWith([tone, length]);
  store.goTo(part, 1);
  store.pick(part, length, 'Short');
  expect(touched).toEqual([]);
});
