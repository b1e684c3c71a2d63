import type { Ask } from '../../src/shared/transcript/transcript.ts';
import type { Question } from '../../src/shared/questions/questions.ts';
import { answered, askOf, entered, picked, repliesOf, settled, skipped } from '../fixtures/samples.ts';
import { questionCard } from '../gallery-state.ts';
import { type Figure, opened } from './figure.ts';

const choice = { kind: 'choice' as const, multiple: false };

export const drafts: Question = {
  ...choice,
  id: 'storage',
  header: 'Storage',
  prompt: 'Where should drafts be kept?',
  recommended: 0,
  options: [
    { label: 'SQLite', description: 'One file, survives a crash, needs a native module' },
    { label: 'JSON files', description: 'Nothing to install; rewrites the whole file each time' },
  ],
};

const targets: Question = {
  ...choice,
  id: 'targets',
  header: 'Targets',
  prompt: 'Which systems should the build run on?',
  multiple: true,
  options: [
    { label: 'Linux', description: 'Node 24 on Ubuntu 24.04' },
    { label: 'macOS', description: 'Apple silicon; slower to start' },
    { label: 'Windows', description: 'Finds mistakes in paths early' },
  ],
};

const named = (header: string, ...labels: string[]): Question => ({
  ...choice,
  id: header,
  header,
  prompt: `What about ${header.toLowerCase()}?`,
  options: labels.map((label) => ({ label })),
});

const three = [
  named('Place', 'After a value too', 'On a line of its own'),
  named('Quotes', 'Part of the value', 'Starts a comment'),
  named('Errors', 'Stop at the first', 'Report all of them'),
];

const note = 'Single quotes too, please';

export const packageName: Question = {
  id: 'name',
  header: 'Package',
  kind: 'text',
  prompt: 'What should the package be called?',
};

export const asks = (questions: Question[], more: Partial<Ask> = {}) =>
  askOf(questions, { asker: 'Claude', ...more });

export const threeAnswers = asks(three, {
  settlement: settled(
    repliesOf(
      answered('Place', { picks: ['After a value too'] }),
      answered('Quotes', { picks: ['Part of the value'], note }),
      skipped('Errors'),
    ),
    'card',
  ),
});

/** The cards of the left column that wait, and the answered one opened. */
export const questions: readonly Figure[] = [
  {
    about:
      'Question, waiting, with a countdown. One question: no tabs; Submit answers is off while nothing is chosen',
    cards: [
      questionCard(
        'countdown',
        asks([drafts], { timeout: { deadline: Date.now() + 41_500, stopped: false } }),
      ),
    ],
  },
  {
    about: 'Question, several may be chosen. The first touch stopped the countdown for good',
    cards: [
      questionCard(
        'several',
        askOf([targets], {
          asker: 'Gemini',
          timeout: { deadline: null, stopped: true },
          draft: [entered('targets', { picks: ['Linux', 'macOS'] })],
        }),
      ),
    ],
  },
  {
    about: 'Review, the last tab',
    cards: [
      questionCard(
        'review',
        asks(three, {
          draft: [
            picked('Place', 'After a value too'),
            entered('Quotes', { picks: ['Part of the value'], note }),
          ],
        }),
        { tab: 3 },
      ),
    ],
  },
  {
    about: 'Answered, open. Folded, it is the line below',
    cards: [questionCard('open', threeAnswers, opened)],
  },
];
