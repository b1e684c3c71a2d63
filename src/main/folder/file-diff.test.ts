import { expect, it } from 'vitest';
import { fileDiff } from './file-diff.ts';

function headings(path: string, before: string, edit: (text: string) => string) {
  return fileDiff({ path, before, after: edit(before) }).hunks.map(({ heading }) => heading);
}

const script = `import x from 'x';

export class Parser {
  static read(text) {
    for (const line of text) {
      if (line === '') {
        skip(line);
        keep(line);
      }
    }
  }
}

export const twice = (value) => {
  return value * 2;
};
`;

it('names the function that a change lies in, not the loop', () => {
  expect(headings('a.js', script, (text) => text.replace('keep(', 'hold('))).toEqual(['read()']);
  expect(headings('a.js', script, (text) => text.replace('* 2', '* 3'))).toEqual(['twice()']);
  expect(headings('a.js', script, (text) => text.replace('static read', 'read'))).toEqual(['class Parser']);
});

it('names what a change itself declares where it lies in nothing', () => {
  expect(headings('a.js', script, (text) => `${text}\nfunction more() {\n  return 1;\n}\n`)).toEqual([
    'more()',
  ]);
  expect(headings('a.js', script, (text) => text.replace("'x'", "'y'"))).toEqual([undefined]);
});

it('knows Python, Go, tests and the headings of Markdown', () => {
  const python = 'class A:\n    def run(self):\n        x = 1\n        return x\n';
  expect(headings('a.py', python, (text) => text.replace('x = 1', 'x = 2'))).toEqual(['run()']);
  const go = 'func (p *Parser) Read(s string) error {\n\treturn nil\n}\n';
  expect(headings('a.go', go, (text) => text.replace('nil', 'err'))).toEqual(['Read()']);
  const tests = "test('reads a line', () => {\n  expect(1).toBe(1);\n});\n";
  expect(headings('a.test.js', tests, (text) => text.replace('toBe(1)', 'toBe(2)'))).toEqual([
    'reads a line',
  ]);
  const notes = '# Notes\n\n## Usage\n\ntext\n\n- one\n- two\n';
  expect(headings('a.md', notes, (text) => text.replace('two', 'three'))).toEqual(['Usage']);
});

it('counts the unchanged lines after the last change, and only those that are there', () => {
  const linesAfter = (before: string, after: string) => fileDiff({ path: 'a.txt', before, after }).linesAfter;
  const lines = (count: number) => Array.from({ length: count }, (_, index) => `${index + 1}\n`).join('');
  expect(linesAfter(lines(10), lines(10).replace('3\n', 'three\n'))).toBe(4);
  expect(linesAfter(lines(10), lines(10).replace('7\n', 'seven\n')), 'the context reaches the end').toBe(0);
  expect(linesAfter(lines(10), lines(10).replace('3\n', '')), 'fewer lines').toBe(4);
  expect(linesAfter('1\n2\n3\n4\n5\n6', '1\n2\nthree\n4\n5\n6'), 'no line end').toBe(0);
  expect(linesAfter('1\n2\n3\n4\n5\n6\n7', 'one\n2\n3\n4\n5\n6\n7'), 'no line end').toBe(3);
  expect(linesAfter(lines(3), `${lines(3)}4\n`), 'added at the end').toBe(0);
  expect(linesAfter(lines(3), ''), 'emptied').toBe(0);
});
