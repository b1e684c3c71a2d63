import fc from 'fast-check';
import { expect, it } from 'vitest';
import { editText, endsLinesWithCrlf, withFormatOf } from './edit-text.ts';

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

it('leaves mixed line ends alone', () => {
  expect(edit('a\r\nb\nc\n', 'c', 'd')).toEqual({ ok: true, text: 'a\r\nb\nd\n' });
});

it('writes a whole file with the line ends and the byte order mark it had', () => {
  expect(withFormatOf('\uFEFFa\r\nb\r\n', 'x\ny\n')).toBe('\uFEFFx\r\ny\r\n');
  expect(withFormatOf(null, 'x\n')).toBe('x\n');
});

it('keeps Windows line ends whatever is put in', () => {
  const line = fc.string({ unit: fc.constantFrom('a', 'b', ' ') });
  const text = fc.array(line).map((lines) => lines.join('\n'));
  fc.assert(
    fc.property(text, text, (around, newText) => {
      const before = `${around}\nMARK\n`.replaceAll('\n', '\r\n');
      const edited = edit(before, 'MARK', newText);
      expect(edited.ok && endsLinesWithCrlf(edited.text)).toBe(true);
    }),
  );
});
