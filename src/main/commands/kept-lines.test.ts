import fc from 'fast-check';
import { expect, test } from 'vitest';
import { KeptLines, readPage, textForModel } from './kept-lines.ts';

function keptOf(lines: readonly string[], size: number) {
  const kept = new KeptLines(size);
  for (const text of lines) kept.add({ text });
  return kept;
}

const manyLines = fc.array(fc.string({ maxLength: 30 }), { maxLength: 200 });

test('the first and the last lines are kept within the size, and their numbers stay right', () => {
  fc.assert(
    fc.property(manyLines, fc.integer({ min: 200, max: 2_000 }), (lines, size) => {
      const { head, tail, total } = keptOf(lines, size).kept();
      const kept = [...head, ...tail].map(({ text }) => text);
      expect(total).toBe(lines.length);
      expect(kept.join('\n').length).toBeLessThanOrEqual(size + 31);
      expect(head.map(({ text }) => text)).toEqual(lines.slice(0, head.length));
      expect(tail.map(({ text }) => text)).toEqual(lines.slice(lines.length - tail.length));
      if (lines.join('\n').length < size / 2) expect(kept).toEqual(lines);
    }),
  );
});

test('pages read one after the other are all that is kept, with what is not between them', () => {
  fc.assert(
    fc.property(manyLines, fc.integer({ min: 200, max: 2_000 }), (lines, size) => {
      const output = keptOf(lines, size).kept();
      const read = new Map<number, string>();
      for (let from = 0; from < output.total; ) {
        const page = readPage(output, from);
        page.lines.forEach(({ text }, index) => read.set(page.from + index, text));
        from = page.from + page.lines.length;
      }
      const { leftOut } = readPage(output, 0);
      lines.forEach((line, number) => {
        const isLeftOut = leftOut !== null && number >= leftOut.from && number < leftOut.to;
        expect(read.get(number)).toBe(isLeftOut ? undefined : line);
      });
    }),
  );
});

test('the last lines are told across the end of the first ones', () => {
  const kept = keptOf(['one', 'two', 'three', 'four'], 24);
  expect(kept.last(3).map(({ text }) => text)).toEqual(['two', 'three', 'four']);
  expect(kept.last(9)).toHaveLength(4);
});

test('a model reads a short output whole, and of a long one its ends, with how much is left out', () => {
  expect(textForModel(keptOf(['a', 'b'], 1_000).kept())).toBe('a\nb');
  const lines = Array.from({ length: 1_000 }, (_, number) => `line ${number}`);
  const text = textForModel(keptOf(lines, 100_000).kept(), 400);
  const [, left] = /\((\d+) lines left out here\)/.exec(text) ?? [];
  expect(text.startsWith('line 0\nline 1\n')).toBe(true);
  expect(text.endsWith('\nline 998\nline 999')).toBe(true);
  expect(text.split('\n')).toHaveLength(1_000 - Number(left) + 1);
  expect(Buffer.byteLength(text)).toBeLessThan(450);
});

test('what was not even kept counts among what is left out', () => {
  const lines = Array.from({ length: 1_000 }, (_, number) => `line ${number}`);
  const output = keptOf(lines, 1_000).kept();
  const text = textForModel(output);
  const kept = output.head.length + output.tail.length;
  expect(text).toContain(`(${1_000 - kept} lines left out here)`);
});

test('one line that is longer than all that fits is cut', () => {
  const text = textForModel(keptOf(['é'.repeat(10_000)], 100_000).kept(), 1_000);
  expect(Buffer.byteLength(text)).toBeLessThan(1_000);
  expect(text.startsWith('éé')).toBe(true);
});

test('lines of many colours count for what their colours take', () => {
  const kept = new KeptLines(10_000);
  const marks = Array.from({ length: 50 }, (_, at) => ({ from: at, to: at + 1, looks: ['red' as const] }));
  for (let index = 0; index < 100; index += 1) kept.add({ text: 'x'.repeat(50), marks });
  const { head, tail } = kept.kept();
  expect(JSON.stringify([head, tail]).length).toBeLessThan(20_000);
});
