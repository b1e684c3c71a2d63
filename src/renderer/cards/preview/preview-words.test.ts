import { expect, test } from 'vitest';
import type { ActionEnding, PreviewState } from '../../../shared/previews/pending-action.ts';
import { outdatedWords, stateWords } from './preview-words.ts';
import { previewPart } from '../../testing/preview-cards.ts';

const applied = (more: { outdated?: string[] } = {}): ActionEnding => ({
  type: 'applied',
  decidedBy: 'user',
  agentReason: null,
  userWords: null,
  at: 1,
  undone: false,
  ...more,
});

test('an applied change names the chats of which it put a waiting change out of date', () => {
  expect(outdatedWords(applied({ outdated: ['Fix the parser', 'New\u202e chat', 'C'] }))).toBe(
    'This put a waiting change in “Fix the parser”, “New<U+202E> chat”, and “C” out of date.',
  );
});

test('one that put none out of date says nothing of it', () => {
  expect([outdatedWords(applied()), outdatedWords(null)]).toEqual([null, null]);
});

const edit = previewPart().action;
const plan = {
  ...edit,
  preview: { type: 'plan' as const, title: 'A plan', plan: '# A plan', file: 'a-plan.md', revision: null },
};

const open = { type: 'open' as const, request: null, failure: null, left: false };
const ended = (ending: ActionEnding): PreviewState => ({
  type: 'ended',
  resolvedBy: null,
  ending,
  undoing: false,
});
const by = { at: 1, decidedBy: 'user' as const, userWords: null, agentReason: null };

const words: readonly [string, PreviewState][] = [
  ['Needs you', open],
  ['Needs you', { ...open, left: true }],
  ['Failed', { ...open, failure: { text: 'The disk is full.', kind: 'other' } }],
  ['Applied', ended({ type: 'applied', ...by, undone: false })],
  ['Undone', ended({ type: 'applied', ...by, undone: true })],
  ['Discarded', ended({ type: 'discarded', ...by })],
  ['Revised', ended({ type: 'refined', ...by, superseded: false })],
  ['Replaced', ended({ type: 'refined', ...by, superseded: true })],
  ['Replaced', ended({ type: 'superseded', at: 1 })],
];

test.each(words)('“%s” is the state %j', (said, state) => {
  expect(stateWords({ ...edit, state })).toBe(said);
  expect(stateWords({ ...plan, state })).toBe(said === 'Applied' ? 'Approved' : said);
});
