import { expect, test } from 'vitest';
import type { TurnChanges } from '../../shared/transcript/transcript.ts';
import { undoneUnasked } from '../../shared/transcript/turn-files.ts';
import { moreLine, turnLine } from '../transcript/message/turn-line.ts';
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
  const ofAgent = { ...made, files: [], wholeTurn: true as const, unseen: ['no-git' as const] };
  expect(turnLine(ofAgent)).toBe('What the agent changed is not known');
});

test('what changed meanwhile is not counted as the agent’s', () => {
  const others = ['x', 'y'].map((path) => ({ ...file(path), alsoChanged: true as const }));
  const changes: TurnChanges = { ...made, wholeTurn: true, files: [...made.files, ...others] };
  expect(turnLine(changes)).toBe('Changed 2 files');
  expect(moreLine(changes, 3)).toBe('2 also changed meanwhile');
  expect(moreLine(changes, 1)).toBe('1 more, and 2 also changed meanwhile');
  expect(moreLine(made, 3)).toBeNull();
  expect(turnLine({ ...changes, files: others })).toBe('2 files changed meanwhile');
  const mixed = { files: [...others, { ...file('large'), kept: 'large' as const }, file('a')] };
  expect(undoneUnasked(mixed, false)).toEqual(['a']);
  expect(undoneUnasked(mixed, true)).toEqual(['x', 'y', 'a']);
});

test('notes name what was left, and what commands did that is not listed', () => {
  expect(turnNotes(made)).toEqual([]);
  expect(turnNotes({ ...made, undo: { at: 1, undone: ['a'], left: ['b', 'c'] } })).toEqual([
    'Not undone, for it was changed since: b, c',
  ]);
  expect(turnNotes({ ...made, ranCommands: true, unseen: ['no-git'] })).toHaveLength(2);
  expect(turnNotes({ ...made, files: [], wholeTurn: true, unseen: ['cut-off'] })).toEqual([
    'Parley ended while the agent worked. What it changed is not known and can’t be undone.',
  ]);
});
