import { expect, test } from 'vitest';
import { cardWith, choice } from '../../../../test/renderer/question-cards.ts';
import type { AskPart, QuestionIntents } from './question-card-kind.ts';

const tone = choice('tone', ['Plain', 'Warm']);
const length = choice('length', ['Short', 'Long']);

const fromOutside = (part: AskPart, stopped = false): AskPart => ({
  ...part,
  ask: { ...part.ask, presence: 'waiting', timeout: { deadline: null, stopped } },
});

test.each<[string, (intents: QuestionIntents) => void]>([
  ['looking at another question', (intents) => intents.goTo(1)],
  ['beginning a note', (intents) => intents.addNote(tone)],
  ['beginning to dismiss', (intents) => intents.openDismissal()],
  ['the first key of an answer', (intents) => intents.typeAnswer(tone, 'N')],
  ['picking', (intents) => intents.pick(tone, 'Warm')],
])('main learns at once of %s on the card of an asker from outside, and no more after it', (_, touch) => {
  const { intents, touched } = cardWith([tone, length], [], fromOutside);
  touch(intents);
  expect(touched).toEqual(['call-1']);
  intents.pick(length, 'Short');
  expect(touched).toEqual(['call-1']);
});

test('what main knows already is not told again', () => {
  const { intents, touched } = cardWith([tone, length], [], (part) => fromOutside(part, true));
  intents.pick(tone, 'Warm');
  expect(touched).toEqual([]);
});
