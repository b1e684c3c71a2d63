import { expect, test } from 'vitest';
import { previewPart, previewWith } from '../../../../test/renderer/preview-cards.ts';
import type { FileDiff } from '../../../shared/previews/preview.ts';
import { type EditAction, keptFiles } from './preview-card-state.ts';

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
