import { expect, test } from 'vitest';
import { blobName } from '../folder/file-content.ts';
import type { StagedFile } from '../storage/action-store.ts';
import { type GivenChanges, type GivenText, givenBy } from './given-changes.ts';

const text = (before: string | null, after: string | null, path = 'a'): GivenText => ({
  path,
  before,
  after,
});
const call = (...ways: GivenText[][]): GivenChanges => ({ ways, moves: [] });
const file = (before: string | null, after: string | null, path = 'a'): StagedFile => ({
  path,
  before,
  after,
});
/** Each change in a call of its own. */
const isGiven = (changed: StagedFile, ...given: GivenText[]) =>
  givenBy(
    given.map((one) => call([one])),
    [changed],
  )(changed);

test.each<[string, StagedFile, GivenText[]]>([
  ['the whole text', file('one\n', 'two\n'), [text('one\n', 'two\n')]],
  ['a new file', file(null, 'new\n'), [text(null, 'new\n')]],
  ['a file that is written over as if it were new', file('old\n', 'new\n'), [text(null, 'new\n')]],
  ['a piece', file('a\nb\nc\n', 'a\nB\nc\n'), [text('b', 'B')]],
  ['two pieces, one after the other', file('a b', 'A B'), [text('a', 'A'), text('b', 'B')]],
  ['pieces of which one is made of the other', file('a', 'c'), [text('a', 'b'), text('b', 'c')]],
  ['a piece throughout', file('a a a', 'b b b'), [text('a', 'b')]],
  ['a piece with what looks like a pattern', file('a', '$&'), [text('a', '$&')]],
  ['lines that end in another way', file('a\r\nb\r\n', 'a\r\nc\r\n'), [text('a\nb\n', 'a\nc\n')]],
  ['a file that is gone', file('a\n', null), [text('a\n', '')]],
  ['an edit that came to nothing before the right one', file('a', 'b'), [text('x', 'y'), text('a', 'b')]],
])('a change is what was given: %s', (_, changed, given) => {
  expect(isGiven(changed, ...given)).toBe(true);
});

test.each<[string, StagedFile, GivenText[]]>([
  ['nothing of it was given', file('a', 'b'), []],
  ['another file was given', file('a', 'b'), [text('a', 'b', 'other')]],
  ['somebody changed more of it', file('a b c', 'A b C'), [text('a', 'A')]],
  ['somebody formatted it after', file('a', 'b;'), [text('a', 'b')]],
  ['it was only read', file('a', 'b'), [text('a', 'a')]],
  ['it is gone', file('a', null), [text('a', 'b')]],
  ['it is there again', file(null, 'a'), [text('a', '')]],
])('a change is not what was given: %s', (_, changed, given) => {
  expect(isGiven(changed, ...given)).toBe(false);
});

test('bytes are not compared with a text: only that such a file is gone can be given', () => {
  const name = blobName(Buffer.from('\0'));
  expect(isGiven({ path: 'a', before: name, after: 'other', blobs: true }, text('\0', 'x'))).toBe(false);
  expect(isGiven({ path: 'a', before: name, after: null, blobs: true }, text(null, null))).toBe(true);
});

test('of the ways in which a call gives its change, the newest that fits counts', () => {
  const tabs = file('\tone\n\ttwo\n', '\tone\n\tzwei\n');
  // Claude Code gives the edit as its model wrote it, and then its lines with tabs shown as spaces.
  const [asMeant, asShown] = [[text('two', 'zwei')], [text('  one\n  two', '  one\n  zwei')]];
  expect(givenBy([call(asShown, asMeant)], [tabs])(tabs)).toBe(true);
  expect(givenBy([call(asShown)], [tabs])(tabs)).toBe(false);
  // It removes the line of a piece that becomes nothing, which only what it shows then tells.
  const line = file('a\nb\nc\n', 'a\nc\n');
  expect(givenBy([call([text('a\nb\nc', 'a\nc')], [text('b', '')])], [line])(line)).toBe(true);
});

test('a moved file is told by its content, bytes too, and may have been changed on the way', () => {
  const move = (...texts: GivenText[]): GivenChanges => ({ ways: [texts], moves: [{ from: 'a', to: 'b' }] });
  const both = (changed: StagedFile[], ...texts: GivenText[]) =>
    changed.map(givenBy([move(...texts)], changed));
  expect(both([file('x', null, 'a'), file(null, 'x', 'b')])).toEqual([true, true]);
  expect(both([file('x', null, 'a'), file(null, 'y', 'b')])).toEqual([false, false]);
  expect(both([file('x', null, 'a'), file(null, 'y', 'b')], text('x', 'y', 'b'))).toEqual([true, true]);
  expect(both([file('x', null, 'a'), file('w', 'x', 'b')])).toEqual([false, false]);
  const blobs = { blobs: true as const };
  const bytes = [
    { ...file('n', null, 'a'), ...blobs },
    { ...file(null, 'n', 'b'), ...blobs },
  ];
  expect(both(bytes)).toEqual([true, true]);
});
