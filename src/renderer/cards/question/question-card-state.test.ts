import { expect, test } from 'vitest';
import { isSkipped } from '../../../shared/questions/answers.ts';
import type { Draft, Question } from '../../../shared/questions/questions.ts';
import {
  addNote,
  initialCard,
  pick,
  type QuestionCardState,
  setUnfolded,
  skip,
  typeAnswer,
  typeNoteInto,
} from './question-card-kind.ts';

const empty = { questionId: 'tone', picks: [], otherChosen: false, other: '', note: '' };

const tone = choice('tone', ['Plain', 'Warm']);
const length = choice('length', ['Short', 'Long']);
const questions = [tone, length];

test('a skipped question is told from an untouched one until it is answered', () => {
  const { draft } = skip(cardWith([]), questions, tone);
  expect(isSkipped(draft, tone)).toBe(true);
  expect(isSkipped(draft, length)).toBe(false);
  const again = cardWith(draft);
  expect(isSkipped(pick(again, questions, length, 'Short').draft, tone)).toBe(true);
  expect(isSkipped(pick(again, questions, tone, 'Warm').draft, tone)).toBe(false);
  expect(isSkipped(typeAnswer(again, tone, 'Dry').draft, tone)).toBe(false);
  expect(isSkipped(typeNoteInto(again, tone, 'Later').draft, tone)).toBe(true);
});

test('a pick that was taken back is untouched, not skipped, also when the card is loaded again', () => {
  const taken = pick(cardWith([{ ...empty, picks: ['Warm'] }]), questions, tone, 'Warm');
  expect(isSkipped(cardWith(taken.draft).draft, tone)).toBe(false);
});

test('a note is open to be written once it was begun, also when the card is loaded again', () => {
  const begun = typeNoteInto(addNote(cardWith([]), tone), tone, 'Mind the gap');
  expect(begun.noting).toEqual(['tone']);
  expect(cardWith(begun.draft).noting).toEqual(['tone']);
  expect(addNote(begun, tone).noting).toEqual(['tone']);
  expect(begun.tab).toBe(0);
});

test('each long text unfolds and folds by itself', () => {
  const one = setUnfolded(setUnfolded(cardWith([]), 'one', true), 'two', true);
  expect(setUnfolded(one, 'one', true).unfolded).toHaveLength(2);
  expect(setUnfolded(one, 'one', false).unfolded).toEqual(['two']);
});

function cardWith(draft: Draft): QuestionCardState {
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
