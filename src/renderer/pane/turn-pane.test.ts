import { expect, test } from 'vitest';
import type { TurnChanges } from '../../shared/transcript/transcript.ts';
import { turnLine } from '../transcript/message/turn-line.ts';
import { turnNotes } from './turn-pane.tsx';

const file = (path: string) => ({ path, change: 'changed' as const, added: 1, removed: 0 });
const made: TurnChanges = { files: [file('a'), file('b')], ranCommands: false, unseen: [], undo: null };

test('a line says what was changed, and what of that was undone', () => {
  expect(turnLine(made)).toBe('Changed 2 files');
  expect(turnLine({ ...made, files: [file('a')] })).toBe('Changed 1 file');
  const undo = { at: 1, undone: ['a', 'c'], left: ['b'] };
  expect(turnLine({ ...made, files: [], undo })).toBe('Undone in 2 files');
  expect(turnLine({ ...made, files: [file('b')], undo })).toBe('Undone in 2 files, still changed in 1 file');
  expect(turnLine({ ...made, files: [], unseen: ['no-git'] })).toBe('What its commands changed is not known');
});

test('notes name what was left, and what commands did that is not listed', () => {
  expect(turnNotes(made)).toEqual([]);
  expect(turnNotes({ ...made, undo: { at: 1, undone: ['a'], left: ['b', 'c'] } })).toEqual([
    'Not undone, for it was changed since: b, c',
  ]);
  expect(turnNotes({ ...made, ranCommands: true, unseen: ['no-git'] })).toHaveLength(2);
});
