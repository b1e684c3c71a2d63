import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { Question } from '../../../shared/questions/question.ts';
import { cardWith } from '../../testing/question-cards.ts';
import { QuestionPanel } from './question-panel.tsx';

const inWords: Question = { id: '1', prompt: 'Why?', kind: 'text', options: [], multiple: false };

function hintOf(question: Question): string | undefined {
  const { read, intents } = cardWith([question]);
  const props = { question, card: read(), busy: false, intents, onGoOn: () => {} };
  return /placeholder="([^"]*)"/.exec(renderToStaticMarkup(createElement(QuestionPanel, props)))?.[1];
}

test('a question answered in words hints at what to enter, in the asker’s words where it gave some', () => {
  expect(hintOf(inWords)).toBe('Enter your response');
  expect(hintOf({ ...inWords, placeholder: 'A sentence' })).toBe('A sentence');
});
