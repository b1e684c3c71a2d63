import { expect, test } from 'vitest';
import { previewPart, previewWith } from '../../../../test/renderer/preview-cards.ts';
import type { FileDiff } from '../../../shared/previews/preview.ts';
import { type EditAction, isShownWhole, keptFiles, viewedFiles } from './preview-card-state.ts';

const hunk = (line: string) => ({ oldStart: 1, oldLines: 0, newStart: 1, newLines: 1, lines: [`+${line}`] });

const two: FileDiff = { path: 'two.txt', change: 'changed', hunks: [hunk('a'), hunk('b')] };
const gone: FileDiff = { path: 'gone.txt', change: 'deleted', hunks: [hunk('c')] };

const { action } = previewPart();
const staged: EditAction = { ...action, preview: { type: 'edit', files: [two, gone] } };

test('what is kept is without the files and the changes that were dropped', () => {
  const { read, intents } = previewWith();
  const kept = () => keptFiles(read(), staged).map(({ path, hunks }) => `${path} ${hunks.length}`);
  expect(kept()).toEqual(['two.txt 2', 'gone.txt 1']);
  intents.dropChange(two, 1, true);
  expect(kept()).toEqual(['two.txt 1', 'gone.txt 1']);
  intents.dropFile('gone.txt', true);
  expect(kept()).toEqual(['two.txt 1']);
  intents.dropChange(two, 0, true);
  expect(kept()).toEqual([]);
  intents.dropFile('two.txt', false);
  intents.dropFile('gone.txt', false);
  expect(kept()).toEqual(['two.txt 2', 'gone.txt 1']);
});

test('what is marked as read is folded and counts as shown; what is folded unread does not', () => {
  const { read, intents, saved } = previewWith();
  const { fingerprint } = staged;
  intents.turnFile('two.txt');
  expect(isShownWhole(read(), staged)).toBe(false);
  intents.viewFile('two.txt', true);
  expect(read().turned).toEqual(['two.txt']);
  expect(isShownWhole(read(), staged)).toBe(true);
  intents.viewFile('gone.txt', true);
  intents.viewFile('gone.txt', true);
  expect([...viewedFiles(read(), fingerprint)]).toEqual(['two.txt', 'gone.txt']);
  expect(saved.at(-1)?.viewed).toEqual(['two.txt', 'gone.txt'].map((path) => ({ path, fingerprint })));
  intents.viewFile('two.txt', false);
  expect(read().turned).toEqual(['gone.txt']);
  // A preview that has changed has to be read anew.
  expect(viewedFiles(read(), 'changed').size).toBe(0);
  expect(isShownWhole(read(), { ...staged, fingerprint: 'changed' })).toBe(false);
});

test('a file of which only a part is shown is not read, whatever is ticked', () => {
  const { read, intents } = previewWith();
  const lines = Array.from({ length: 500 }, (_, at) => `+${at}`);
  const long: FileDiff = { ...two, hunks: [{ ...hunk('a'), newLines: lines.length, lines }] };
  intents.viewFile('two.txt', true);
  expect(isShownWhole(read(), { ...staged, preview: { type: 'edit', files: [long] } })).toBe(false);
});

test('a card whose files were marked as read begins with them folded', () => {
  const { fingerprint } = action;
  const viewed = [
    { path: 'a.txt', fingerprint },
    { path: 'b.txt', fingerprint: 'an older one' },
  ];
  expect(previewWith({ viewed }).read().turned).toEqual(['a.txt']);
});

test('what was applied stays as it was applied, whatever was entered here', () => {
  const { read, intents } = previewWith();
  intents.dropFile('gone.txt', true);
  const outcome = {
    type: 'applied' as const,
    decidedBy: 'user' as const,
    agentReason: null,
    userWords: null,
    undone: false,
  };
  const settlement = { outcome, at: 1 };
  const state = { type: 'ended' as const, resolvedBy: null, settlement, undoing: false };
  expect(keptFiles(read(), { ...staged, state })).toEqual([two, gone]);
});
