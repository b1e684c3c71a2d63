import { expect, test } from 'vitest';
import { memoryTexts } from '../../../test/renderer/memory-texts.ts';
import { workspaceId } from '../../../test/renderer/transcript-samples.ts';
import type { LineComment } from '../../shared/previews/decision.ts';
import { commentIntents, commentsMessage, createChangeComments, followLines } from './change-comments.ts';

const chat = workspaceId('w');
const at = (line: number, quote: string, more: Partial<LineComment> = {}): LineComment => ({
  path: 'a.ts',
  side: 'new',
  line,
  quote,
  text: 'Why?',
  ...more,
});

const file = (...lines: string[]) => ({
  path: 'a.ts',
  change: 'changed' as const,
  hunks: [{ oldStart: 1, oldLines: 9, newStart: 1, newLines: 9, lines }],
});

/** A window whose page may go, and the comments in it. */
function windowOf(texts = memoryTexts()) {
  let hide = () => {};
  const store = createChangeComments(texts, { after: () => () => {}, whenLeft: (run) => (hide = run) });
  return { texts, store, intents: commentIntents(store, chat), hide: () => hide() };
}

test('comments that are not sent stay over a reload; one without text is forgotten as it is closed', () => {
  const before = windowOf();
  before.intents.openComment({ path: 'a.ts', side: 'new', line: 2 });
  before.intents.typeComment(at(2, 'two'));
  before.intents.openComment({ path: 'a.ts', side: 'old', line: 1 });
  before.intents.closeComment({ path: 'a.ts', side: 'old', line: 1 });
  before.hide();
  const after = windowOf(before.texts).store.getState().get(chat);
  expect(after).toEqual({ comments: [at(2, 'two')], commenting: [] });
});

test('what cannot be read does no harm', () => {
  for (const text of ['{', '[1, null, {}]', '[{"id":"w","comments":[{"path":1}]}]'])
    expect(windowOf(memoryTexts(new Map([['parley-change-comments', text]]))).store.getState().size).toBe(0);
});

test('comments follow their lines, the nearest of equal ones, and stay where the line is gone', () => {
  const now = [file(' zero', '+one', ' same', '-gone', '+two', ' same')];
  expect(followLines([at(1, 'one'), at(1, 'same'), at(9, 'same')], now).map(({ line }) => line)).toEqual([
    2, 3, 5,
  ]);
  expect(followLines([at(7, 'three'), at(3, 'gone', { side: 'old' })], now).map(({ line }) => line)).toEqual([
    7, 3,
  ]);
  expect(followLines([at(4, 'one', { path: 'b.ts' })], now)).toEqual([at(4, 'one', { path: 'b.ts' })]);
  // Two never end on one line.
  expect(followLines([at(1, 'one'), at(2, 'one')], now).map(({ line }) => line)).toEqual([1, 2]);
  expect(followLines([at(8, 'two'), at(9, 'two')], now).map(({ line }) => line)).toEqual([4, 9]);
});

test('they are one message, with each line and its text', () => {
  expect(commentsMessage([at(2, 'two', { text: ' ' })])).toBeNull();
  expect(commentsMessage([at(2, 'two')])).toBe('A comment on your changes:\n\na.ts, line 2:\n> two\nWhy?');
  expect(commentsMessage([at(5, 'five', { text: 'No' }), at(2, 'two', { side: 'old' })])).toBe(
    'Comments on your changes:\n\na.ts, line 2 as it was before:\n> two\nWhy?\n\na.ts, line 5:\n> five\nNo',
  );
});
