import { expect, test } from 'vitest';
import type { Draft } from '../../../shared/questions/draft.ts';
import type { Question } from '../../../shared/questions/question.ts';
import { type CardState, initialCard, pick, setUnfolded, skip, typeAnswer } from './card-state.ts';

const tone = choice('tone', ['Plain', 'Warm']);
const length = choice('length', ['Short', 'Long']);
const questions = [tone, length];

test('a skipped question is told from an untouched one until it is answered', () => {
  const skipped = skip(cardWith([]), questions, tone);
  expect(skipped.skipped).toEqual(['tone']);
  expect(pick(skipped, questions, length, 'Short').skipped).toEqual(['tone']);
  expect(pick(skipped, questions, tone, 'Warm').skipped).toEqual([]);
  expect(typeAnswer(skipped, tone, 'Dry').skipped).toEqual([]);
});

test('a skipped question is still one when the card is loaded again', () => {
  const { draft } = skip(cardWith([]), questions, tone);
  expect(cardWith(draft).skipped).toEqual(['tone']);
});

test('each long text unfolds and folds by itself', () => {
  const one = setUnfolded(setUnfolded(cardWith([]), 'one', true), 'two', true);
  expect(setUnfolded(one, 'one', true).unfolded).toHaveLength(2);
  expect(setUnfolded(one, 'one', false).unfolded).toEqual(['two']);
});

function cardWith(draft: Draft): CardState {
  return initialCard({
    asker: 'Parley',
    questions,
    draft,
    openedAt: 0,
    timeout: { deadline: null, stopped: false },
    settlement: null,
  });
}

function choice(id: string, labels: string[]): Question {
  const options = labels.map((label) => ({ label }));
  return { id, prompt: `Which ${id}?`, kind: 'choice', options, multiple: false };
}
