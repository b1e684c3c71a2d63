import { expect, test } from 'vitest';
import { toolCallIdSchema, workspaceIdSchema } from '../ids.ts';
import type { Reply } from '../questions/questions.ts';
import type { LedgerEntry } from './ledger-entry.ts';
import { entryAnswers, entryOutcome, entryStatus, entryTitle } from './ledger-text.ts';

const common = {
  id: 1,
  workspace: { id: workspaceIdSchema.parse('w'), name: 'Chat', folder: '/f' },
  asker: 'Claude',
  agent: 'anthropic/claude-sonnet-4-5',
  tool: null,
  toolCallId: toolCallIdSchema.parse('t'),
  branch: null,
  openedAt: 1,
  settledAt: 2,
};

const asked = (prompt: string, label: string): LedgerEntry => ({
  ...common,
  kind: 'ask',
  questions: [
    { id: 'q', kind: 'choice', prompt, multiple: false, options: [{ label }, { label: 'PostgreSQL' }] },
  ],
  outcome: {
    type: 'answered',
    timedOut: false,
    replies: [{ status: 'answered', questionId: 'q', picks: [label], origin: 'picked' }],
  },
  where: 'card',
});

test.each([
  ['Where should **guest** sessions live?', 'Where should guest sessions live?'],
  ['Is `src/main.ts` the [entry](https://example.com)?', 'Is src/main.ts the entry?'],
  ['## Storage\n\n- one\n- two', 'Storage one two'],
  ['What is 2*3*4?', 'What is 2*3*4?'],
])('the question %j stands in the record without the marks of Markdown', (prompt, shown) => {
  expect(entryTitle(asked(prompt, 'SQLite'))).toBe(shown);
  expect(entryAnswers(asked(prompt, 'SQLite'))[0]?.question).toBe(shown);
});

test('an answer stands in the record without what a badge said on the card', () => {
  const entry = asked('Which?', 'SQLite (Recommended)');
  expect(entryOutcome(entry).word).toBe('SQLite');
  expect(entryAnswers(entry)[0]?.answer).toBe('SQLite');
});

test('a preview and a form stand in the record without marks too', () => {
  const preview: LedgerEntry = {
    ...common,
    kind: 'preview',
    preview: 'plan',
    label: 'Move to `bun`',
    files: [],
    settlement: {
      outcome: { type: 'discarded', decidedBy: 'user', agentReason: null, userWords: null },
      at: 2,
    },
  };
  expect(entryTitle(preview)).toBe('Move to bun');
});

test('what the person dropped is told from what was applied', () => {
  const applied = {
    type: 'applied' as const,
    decidedBy: 'user' as const,
    agentReason: null,
    userWords: null,
    undone: false,
  };
  const drop: LedgerEntry = {
    ...common,
    kind: 'preview',
    preview: 'edit',
    label: 'Drop a.txt',
    files: [{ path: 'a.txt', change: 'changed' }],
    putBack: 'file',
    settlement: { outcome: applied, at: 2 },
  };
  expect(entryOutcome(drop)).toEqual({ word: 'Dropped', tone: 'yes', detail: null });
  expect(entryStatus({ ...drop, putBack: undefined })).toBe('Applied');
  expect(entryStatus({ ...drop, settlement: { outcome: { ...applied, undone: true }, at: 2 } })).toBe(
    'Undone',
  );
});

test('what came of an entry is a word with its meaning, and the rest beside it', () => {
  const one = asked('Which?', 'SQLite');
  expect(entryOutcome(one)).toEqual({ word: 'SQLite', tone: 'yes', detail: null });
  if (one.kind !== 'ask' || one.outcome.type !== 'answered') throw new Error('It was answered.');
  expect(entryOutcome({ ...one, where: 'timeout' })).toEqual({
    word: 'SQLite',
    tone: 'timeout',
    detail: 'Timed out',
  });
  const own: Reply = { status: 'answered', questionId: 'r', picks: [], custom: 'as it is', origin: 'typed' };
  const replies = [...one.outcome.replies, own];
  expect(entryOutcome({ ...one, outcome: { ...one.outcome, replies } })).toEqual({
    word: '2 answers',
    tone: 'yes',
    detail: 'SQLite · “as it is”',
  });
  expect(entryOutcome({ ...one, outcome: { type: 'declined', reason: 'Neither' } })).toEqual({
    word: 'Dismissed',
    tone: 'no',
    detail: 'Neither',
  });
});
