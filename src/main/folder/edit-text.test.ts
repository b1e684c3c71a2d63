import fc from 'fast-check';
import { expect, it } from 'vitest';
import { editText } from './edit-text.ts';

const edit = (text: string, oldText: string, newText: string) =>
  editText('a.ts', text, [{ oldText, newText }]);

it('replaces what stands exactly once, and takes the new text literally', () => {
  expect(edit('let a = 1;\n', '1', '$& and $1')).toEqual({ ok: true, text: 'let a = $& and $1;\n' });
});

it('makes several replacements one after the other', () => {
  const edits = [
    { oldText: 'one', newText: 'two' },
    { oldText: 'two', newText: 'three' },
  ];
  expect(editText('a.ts', 'one', edits)).toEqual({ ok: true, text: 'three' });
});

it.each([
  [
    'nowhere',
    'edits[0].oldText was not found in a.ts. Read the file and give the text exactly as it stands there.',
  ],
  [
    'a',
    'edits[0].oldText stands 2 times in a.ts. Give more of its surroundings, so that it stands only once.',
  ],
  ['', 'edits[0].oldText is empty. Use write_file for a new file.'],
])('refuses %j', (oldText, problem) => {
  expect(edit('a b a', oldText, 'x')).toEqual({ ok: false, problem });
});

it('finds text over lines that end as on Windows, and keeps those ends', () => {
  expect(edit('a\r\nb\r\nc\r\n', 'a\nb', 'x\ny')).toEqual({ ok: true, text: 'x\r\ny\r\nc\r\n' });
});

it.each([
  ['mixed line ends', 'a\r\nb\nc\n', 'c', 'd', 'a\r\nb\nd\n'],
  ['one bare LF among CRLF', 'a\r\nb\nc\r\nd\r\n', 'b\nc', 'b\nC', 'a\r\nb\nC\r\nd\r\n'],
  ['CR CR LF', 'a\r\r\nb\r\r\nc\r\r\n', 'a\nb', 'a\nB', 'a\r\r\nB\r\r\nc\r\r\n'],
  ['lone CR, as it is', 'a\rb\rc\n', 'a\rb', 'a\rB', 'a\rB\rc\n'],
  ['lone CR, as line ends', 'a\rb\rc\n', 'a\nb', 'a\nB', 'a\rB\rc\n'],
  ['a line in two', 'a\r\nb\nc\n', 'b', 'b1\nb2', 'a\r\nb1\r\nb2\nc\n'],
  ['no line end at the end', 'a\r\nb', 'b', 'c\n', 'a\r\nc\r\n'],
  ['a byte order mark', '\uFEFFa\r\nb\n', 'a\nb', 'a\nB', '\uFEFFa\r\nB\n'],
])('edits %s as they are shown', (_, text, oldText, newText, result) => {
  expect(edit(text, oldText, newText)).toEqual({ ok: true, text: result });
});

const lineEnds = ['\n', '\r\n', '\r', '\r\r\n'];

/**
 * Lines of a file with ends of all kinds, and those of them that an edit is about. None is empty after a lone CR: its
 * own end would be one with that.
 */
const mixed = fc
  .record({
    mark: fc.constantFrom('', '\uFEFF'),
    lines: fc.array(fc.tuple(fc.constantFrom('', 'a', 'if (x) {', '}'), fc.constantFrom(...lineEnds)), {
      minLength: 1,
      maxLength: 8,
    }),
    last: fc.constantFrom('', 'end'),
    edited: fc.array(fc.constantFrom('one', 'two', ''), { minLength: 1, maxLength: 3 }),
    replaced: fc.integer({ min: 1, max: 3 }),
    at: fc.nat(7),
  })
  .map(({ lines, edited, at, replaced, ...rest }) => {
    const from = Math.min(at, lines.length - 1);
    const to = Math.min(from + replaced, lines.length);
    const hasCr = lines.some(([, end]) => end === '\r');
    const named = lines.map(([line, end], index): [string, string] => {
      if (index >= from && index < to) return [`${line}#${index}`, end];
      return [line === '' && lines[index - 1]?.[1] === '\r' ? 'b' : line, end];
    });
    return {
      ...rest,
      from,
      to,
      lines: named,
      edited: hasCr ? edited.map((line) => line || 'three') : edited,
    };
  });

it('changes the lines of an edit and keeps all others byte for byte', () => {
  fc.assert(
    fc.property(mixed, ({ mark, lines, last, edited, from, to }) => {
      const joined = (some: readonly [string, string][]) => some.map(([line, end]) => line + end).join('');
      const shown = (some: readonly [string, string][]) => some.map(([line]) => `${line}\n`).join('');
      const [before, after] = [lines.slice(0, from), lines.slice(to)];
      const result = edit(
        mark + joined(lines) + last,
        shown(lines.slice(from, to)).slice(0, -1),
        edited.join('\n'),
      );
      const now = result.ok ? result.text : '';
      const tail = joined(after) + last;
      expect(now.startsWith(mark + joined(before)) && now.endsWith(tail)).toBe(true);
      const between = now.slice(mark.length + joined(before).length, now.length - tail.length);
      expect(between.replace(/\r+\n|\r/g, '\n')).toBe(`${edited.join('\n')}\n`);
    }),
    { numRuns: 3_000 },
  );
});
