import { expect, test } from 'vitest';
import { actionIdSchema } from '../ids.ts';
import type { ActionOf, PreviewOutcome, PreviewState } from './pending-action.ts';
import { fileHint, meanwhileText, outdatedText, previewStatus } from './preview-text.ts';
import type { FileDiff } from './preview.ts';

const applied = (more: { outdated?: string[] } = {}): PreviewOutcome => ({
  type: 'applied',
  decidedBy: 'user',
  agentReason: null,
  userWords: null,
  undone: false,
  ...more,
});

test('an applied change names the chats that have a waiting change of the same file', () => {
  expect(outdatedText(applied({ outdated: ['Fix the parser', 'New\u202e chat', 'C'] }))).toBe(
    'A waiting change in “Fix the parser”, “New<U+202E> chat”, and “C” is about the same file, and has to be looked at again.',
  );
});

test('one of which no chat has a file says nothing of it', () => {
  expect([outdatedText(applied()), outdatedText(null)]).toEqual([null, null]);
});

const changed: FileDiff = {
  path: 'a.txt',
  change: 'changed',
  hunks: [{ oldStart: 1, oldLines: 1, newStart: 1, newLines: 1, lines: ['-a', '+b'] }],
};

const edit: ActionOf<'edit'> = {
  id: actionIdSchema.parse('1'),
  label: 'Edit a.txt',
  sourceToolName: 'edit_file',
  fingerprint: 'as-shown',
  preview: { type: 'edit', files: [changed] },
  openedAt: 1,
  state: { type: 'open', request: null, failure: null, left: false },
};

const plan = {
  ...edit,
  preview: { type: 'plan' as const, title: 'A plan', plan: '# A plan', file: 'a-plan.md', revision: null },
};

const conflict = { line: 1, ours: ['a'], theirs: ['b'], above: [], below: [] };

test.each([
  [{}, 0, 'changed meanwhile. The change was put onto it as it is now. Look again before you apply.'],
  [{ hunks: [] }, 0, 'changed meanwhile and already is like that. Nothing is left to change.'],
  [{ conflicts: [conflict] }, 1, 'changed meanwhile, where this changes it too. Choose what stays.'],
  [
    { conflicts: [conflict, conflict] },
    2,
    'changed meanwhile, where this changes it too. Choose what stays at 2 places.',
  ],
  [{ conflicts: [conflict] }, 0, 'changed meanwhile, where this changes it too. You chose what stays.'],
  [
    { meanwhile: 'created' as const, conflicts: [conflict] },
    1,
    'was made meanwhile, with another text. Choose what stays.',
  ],
  [
    { meanwhile: 'deleted' as const, change: 'created' as const },
    0,
    'was deleted meanwhile. Applying makes it again.',
  ],
  [{ change: 'deleted' as const }, 0, 'changed meanwhile. Applying deletes it as it is now.'],
])('a file that is another by now is named with what the change comes to on it: %j', (more, left, words) => {
  const files = [{ ...changed, path: 'src/a.txt', meanwhile: 'changed' as const, ...more }];
  expect(meanwhileText({ ...edit, preview: { type: 'edit', files } }, left)).toEqual([
    { name: 'a.txt', text: words },
  ]);
  expect(fileHint({ meanwhile: files[0]?.meanwhile, edited: false, dropped: 0, of: 1, comments: 0 })).toMatch(
    /^(Changed|Made|Deleted) meanwhile$/,
  );
});

test('many files that are others are named by their number', () => {
  const files = Array.from({ length: 6 }, (_, at) => ({
    ...changed,
    path: `${at}.txt`,
    meanwhile: 'changed' as const,
  }));
  expect(meanwhileText({ ...edit, preview: { type: 'edit', files } }, 0).map(({ name }) => name)).toEqual([
    '0.txt',
    '1.txt',
    '2.txt',
    '3 more files',
  ]);
});

const open = { type: 'open' as const, request: null, failure: null, left: false };
const ended = (outcome: PreviewOutcome): PreviewState => ({
  type: 'ended',
  resolvedBy: null,
  settlement: { outcome, at: 1 },
  undoing: false,
});
const by = { decidedBy: 'user' as const, userWords: null, agentReason: null };

const words: readonly [string, PreviewState][] = [
  ['Needs you', open],
  ['Needs you', { ...open, left: true }],
  ['Failed', { ...open, failure: { text: 'The disk is full.', kind: 'other' } }],
  ['Applied', ended({ type: 'applied', ...by, undone: false })],
  ['Undone', ended({ type: 'applied', ...by, undone: true })],
  ['Discarded', ended({ type: 'discarded', ...by })],
  ['Sent back', ended({ type: 'refined', ...by, superseded: false })],
  ['Replaced', ended({ type: 'refined', ...by, superseded: true })],
  ['Replaced', ended({ type: 'superseded' })],
];

test.each(words)('“%s” is the state %j', (said, state) => {
  expect(previewStatus({ ...edit, state })).toBe(said);
  expect(previewStatus({ ...plan, state })).toBe(said === 'Applied' ? 'Approved' : said);
});
