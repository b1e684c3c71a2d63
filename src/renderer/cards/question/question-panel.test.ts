import fc from 'fast-check';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { draftOf } from '../../../shared/questions/answers.ts';
import type { Question } from '../../../shared/questions/questions.ts';
import { literalPlaces, literalWords } from '../../../../test/shared/literal-shapes.ts';
import { cardWith } from '../../../../test/renderer/question-cards.ts';
import { QuestionPanel, shownPreview } from './question-panel.tsx';

const inWords: Question = { id: '1', prompt: 'Why?', kind: 'text' };

function markupOf(question: Question): string {
  const { read, intents } = cardWith([question]);
  const props = { question, card: read(), busy: false, intents, onGoOn: () => {} };
  return renderToStaticMarkup(createElement(QuestionPanel, props));
}

function hintOf(question: Question): string | undefined {
  return /placeholder="([^"]*)"/.exec(markupOf(question))?.[1];
}

/** The text that stands on the page. */
function textOf(markup: string): string {
  return markup
    .replace(/<[^>]*>/g, '')
    .replace(
      /&(lt|gt|quot|#x27|amp);/g,
      (_, name: string) => ({ lt: '<', gt: '>', quot: '"', amp: '&' })[name] ?? "'",
    );
}

test('a question answered in words hints at what to enter, in the asker’s words where it gave some', () => {
  expect(hintOf(inWords)).toBe('Enter your response');
  expect(hintOf({ ...inWords, placeholder: 'A sentence' })).toBe('A sentence');
});

const literalLine = fc
  .array(fc.constantFrom(...literalWords), { minLength: 1 })
  .map((words) => words.join(' '));

test('names, sums and paths stand on the card as they were written: in prompt, header, labels and descriptions', () => {
  const place = fc.constantFrom(...literalPlaces);
  fc.assert(
    fc.property(literalLine, literalLine, place, fc.boolean(), (line, other, where, multiple) => {
      const options = [{ label: other, description: line }, { label: 'None' }];
      const question: Question = {
        id: '1',
        prompt: where(line),
        header: other,
        kind: 'choice',
        options,
        multiple,
      };
      const text = textOf(markupOf(question));
      expect(text.split(line).length).toBeGreaterThan(2);
      expect(text).toContain(other);
    }),
    { numRuns: 300 },
  );
});

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
