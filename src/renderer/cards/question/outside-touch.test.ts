import { expect, test } from 'vitest';
import { cardWith, choice } from '../../testing/question-cards.ts';
import type { AskPart } from './state/card-state.ts';
import type { QuestionCardStore } from './state/question-card-store.ts';

const tone = choice('tone', ['Plain', 'Warm']);
const length = choice('length', ['Short', 'Long']);

const fromOutside = (part: AskPart, stopped = false): AskPart => ({
  ...part,
  ask: { ...part.ask, presence: 'waiting', timeout: { deadline: null, stopped } },
});

test.each<[string, (store: QuestionCardStore, part: AskPart) => void]>([
  ['looking at another question', (store, part) => store.goTo(part, 1)],
  ['beginning a note', (store, part) => store.addNote(part, tone)],
  ['beginning to dismiss', (store, part) => store.openDismissal(part)],
  ['the first key of an answer', (store, part) => store.typeAnswer(part, tone, 'N')],
  ['picking', (store, part) => store.pick(part, tone, 'Warm')],
])('main learns at once of %s on the card of an asker from outside, and no more after it', (_, touch) => {
  const { store, part, touched } = cardWith([tone, length]);
  touch(store, fromOutside(part));
  expect(touched).toEqual(['call-1']);
  store.pick(fromOutside(part), length, 'Short');
  expect(touched).toEqual(['call-1']);
});

test('what main knows already is not told again', () => {
  const { store, part, touched } = cardWith([tone, length]);
  store.pick(fromOutside(part, true), tone, 'Warm');
  expect(touched).toEqual([]);
});
