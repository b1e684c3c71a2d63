import { expect, test } from 'vitest';
import { draftOf } from '../../../../shared/questions/answer-draft.ts';
import type { Question } from '../../../../shared/questions/question.ts';
import { shownPreview } from './option-previews.tsx';

const question: Question = {
  id: 'layout',
  prompt: 'Which layout?',
  kind: 'choice',
  multiple: false,
  options: [{ label: 'None' }, { label: 'List', preview: '- a' }, { label: 'Grid', preview: '`a b`' }],
};
const untouched = draftOf([], 'layout');

test('nothing is shown where no option has a preview', () => {
  expect(shownPreview({ ...question, options: [{ label: 'None' }] }, untouched, 0)).toBeNull();
});

test('what is looked at comes before what is picked, recommended, and first', () => {
  const recommending = { ...question, recommended: 2 };
  expect(shownPreview(question, untouched, null)).toBe(1);
  expect(shownPreview(recommending, untouched, null)).toBe(2);
  expect(shownPreview(recommending, { ...untouched, picks: ['List'] }, null)).toBe(1);
  expect(shownPreview(recommending, { ...untouched, picks: ['List'] }, 0)).toBe(0);
});

test('a recommendation that is no option changes nothing', () => {
  expect(shownPreview({ ...question, recommended: 7 }, untouched, null)).toBe(1);
});
