import fc from 'fast-check';
import { expect, it } from 'vitest';
import { withConflicts } from './conflicts.ts';
import { mergeTexts } from './merge-text.ts';

const merged = (base: string, ours: string, theirs: string) => mergeTexts(base, ours, theirs);
const clean = (text: string) => ({ text, conflicts: [] });

it.each([
  ['a change far from the other', 'a\nb\nc\nd\n', 'A\nb\nc\nd\n', 'a\nb\nc\nD\n', 'A\nb\nc\nD\n'],
  ['the same change on both sides', 'a\nb\n', 'a\nB\n', 'a\nB\n', 'a\nB\n'],
  ['lines moved down by others', 'a\nb\n', 'new\na\nb\n', 'a\nb\nend\n', 'new\na\nb\nend\n'],
  [
    'a text that a formatter indented elsewhere',
    'a\n  b\nc\nd\n',
    'a\n\tb\nc\nd\n',
    'a\n  b\nc\nx\n',
    'a\n\tb\nc\nx\n',
  ],
  ['other line ends all over', 'a\nb\nc\n', 'a\r\nb\r\nc\r\n', 'a\nB\nnew\nc\n', 'a\r\nB\r\nnew\r\nc\r\n'],
  [
    'one line that got another end',
    'a\r\nb\r\nc\r\nd\r\n',
    'a\nb\r\nc\r\nd\r\n',
    'a\r\nb\r\nc\r\nD\r\n',
    'a\nb\r\nc\r\nD\r\n',
  ],
  ['a text with no end at its end', 'a\nb\nc', 'A\nb\nc', 'a\nb\nC', 'A\nb\nC'],
  [
    'names that objects have',
    'constructor\n__proto__\nx\n',
    'new\nconstructor\n__proto__\nx\n',
    'constructor\n__proto__\ny\n',
    'new\nconstructor\n__proto__\ny\n',
  ],
])('merges %s', (_, base, ours, theirs, text) => {
  expect(merged(base, ours, theirs)).toEqual(clean(text));
});

it('says where both sides changed the same lines, with our lines in the text', () => {
  const found = merged('a\nb\nc\nd\ne\n', 'a\nours\nc\nd\ne\n', 'a\ntheirs\nc\nd\nE\n');
  expect(found).toEqual({
    text: 'a\nours\nc\nd\nE\n',
    conflicts: [{ start: 1, ours: ['ours\n'], theirs: ['theirs\n'] }],
  });
  expect(withConflicts(found, ({ theirs }) => theirs)).toBe('a\ntheirs\nc\nd\nE\n');
});

it('takes lines that touch to be in conflict, and leaves out of it what both sides have', () => {
  expect(merged('a\nb\n', 'A\nb\n', 'a\nB\n').conflicts).toHaveLength(1);
  expect(merged('', 'x\nours\ny\n', 'x\ntheirs\ny\n')).toEqual({
    text: 'x\nours\ny\n',
    conflicts: [{ start: 1, ours: ['ours\n'], theirs: ['theirs\n'] }],
  });
});

const lines = fc.array(fc.constantFrom('a\n', 'b\n', '}\n', '\n', 'c\r\n', 'd\n', 'e\n'), { maxLength: 12 });
const changed = fc.array(fc.tuple(fc.nat(12), fc.nat(2), lines), { maxLength: 2 });

function withChanges(base: readonly string[], changes: readonly [number, number, string[]][]): string[] {
  const result = [...base];
  for (const [at, count, by] of changes) result.splice(at, count, ...by.slice(0, 2));
  return result;
}

it('has nothing but what a side has, whichever is taken', () => {
  fc.assert(
    fc.property(lines, changed, changed, (base, one, other) => {
      const [ours, theirs] = [withChanges(base, one), withChanges(base, other)];
      const [o, a, b] = [base.join(''), ours.join(''), theirs.join('')];
      expect(merged(o, a, o)).toEqual(clean(a));
      expect(merged(o, b, b)).toEqual(clean(b));
      fc.pre(!o.includes('\r') && !a.includes('\r') && !b.includes('\r'));
      expect(merged(o, o, b)).toEqual(clean(b));
      const found = merged(o, a, b);
      const both = withConflicts(found, (conflict) => [...conflict.ours, ...conflict.theirs]);
      for (const line of both.split('\n')) expect([...ours, ...theirs, '']).toContain(line && `${line}\n`);
    }),
  );
});

it('puts changes at both ends of a long text together at once', () => {
  const base = Array.from({ length: 60_000 }, (_, at) => (at % 3 === 0 ? '}\n' : `line ${at}\n`));
  const ours = ['first\n', ...base];
  const theirs = [...base, 'last\n'];
  const found = merged(base.join(''), ours.join(''), theirs.join(''));
  expect(found).toEqual(clean(['first\n', ...base, 'last\n'].join('')));
});

it('takes a long text of the same lines for one conflict where comparing it would take too long', () => {
  const base = Array.from({ length: 9_000 }, () => 'x\n');
  const found = merged(base.join(''), ['1\n', ...base, '2\n'].join(''), ['3\n', ...base].join(''));
  expect(found.conflicts).toHaveLength(1);
});
