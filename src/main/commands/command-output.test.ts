import { expect, test } from 'vitest';
import { CommandOutputRecorder } from './command-output.ts';

const escape = '\u001B';

async function linesOf(...pieces: string[]) {
  const output = await CommandOutputRecorder.open();
  output.hurry();
  for (const piece of pieces) await output.write(piece);
  const { head, tail, total } = output.end();
  expect(head.length + tail.length).toBe(total);
  return [...head, ...tail];
}

const textOf = async (...pieces: string[]) => (await linesOf(...pieces)).map(({ text }) => text);

test('carriage returns, movements and erased lines leave what a person would see', async () => {
  expect(await textOf('10 %\r50 %\r100 %\ndone\n')).toEqual(['100 %', 'done']);
  expect(await textOf(`one\ntwo\n${escape}[2A${escape}[2Kfirst\n`)).toEqual(['first', 'two']);
  expect(await textOf('abc\b\bX\n')).toEqual(['aXc']);
});

test('escapes, titles, links and bells are no text, wherever they are cut', async () => {
  const text = `${escape}]0;a title\u0007${escape}[1;31mred${escape}[0m ${escape}]8;;https://evil.test${escape}\\link${escape}]8;;${escape}\\\u0007\n`;
  expect(await textOf(text)).toEqual(['red link']);
  expect(await textOf(...text.split(''))).toEqual(['red link']);
});

test('colours are told by name, also of a palette and of three numbers', async () => {
  const [line] = await linesOf(
    `${escape}[31mred${escape}[0m ${escape}[38;5;46mgreen${escape}[0m ${escape}[38;2;20;40;250mblue${escape}[0m ${escape}[1mbold${escape}[0m\n`,
  );
  expect(line).toEqual({
    text: 'red green blue bold',
    marks: [
      { from: 0, to: 3, looks: ['red'] },
      { from: 4, to: 9, looks: ['green'] },
      { from: 10, to: 14, looks: ['blue'] },
      { from: 15, to: 19, looks: ['bold'] },
    ],
  });
});

test('marks stand where their text does, behind wide and joined characters', async () => {
  const [line] = await linesOf(`日本 e\u0301 ${escape}[32mok${escape}[0m\n`);
  expect(line?.text.slice(line.marks?.[0]?.from, line.marks?.[0]?.to)).toBe('ok');
});

test('a line that is longer than the screen is wide is one line', async () => {
  const long = 'x'.repeat(1_234);
  expect(await textOf(`${long}\nshort\n`)).toEqual([long, 'short']);
});

test('no line is lost or doubled, however many come at once', async () => {
  const lines = Array.from({ length: 20_000 }, (_, number) => `line ${number}`);
  expect(await textOf(`${lines.join('\n')}\n`)).toEqual(lines);
  expect(await textOf(`${'\n'.repeat(5_000)}end\n`)).toHaveLength(5_001);
});

test('a screen that a program draws over and leaves again leaves nothing', async () => {
  expect(
    await textOf('before\n', `${escape}[?1049h`, 'a whole screen', `${escape}[?1049l`, 'after\n'),
  ).toEqual(['before', 'after']);
});

test('a count that would keep a terminal busy for minutes does nothing', async () => {
  const counts = ['b', 'L', 'M', 'P', '@', 'S', 'T', 'I', 'Z', 'X'].map(
    (final) => `${escape}[999999999${final}`,
  );
  expect((await textOf(`x${counts.join('')}y\n`))[0]).toBe('xy');
});

test('the last lines are there before their end, with the one that is being written', async () => {
  const output = await CommandOutputRecorder.open();
  await output.write('one\ntwo\nthr');
  expect(output.shown()).toEqual({ tail: [{ text: 'one' }, { text: 'two' }, { text: 'thr' }], lines: 3 });
  await output.write(`ee\n${'more\n'.repeat(100)}`);
  const { tail, lines } = output.shown();
  expect([tail.length, lines]).toEqual([12, 103]);
  expect(
    output
      .page(0)
      .lines.slice(0, 3)
      .map(({ text }) => text),
  ).toEqual(['one', 'two', 'three']);
  expect(output.page(0).total).toBe(103);
  output.end();
});

test('who listens is told a few times a second at most, and of the last change too', async () => {
  const output = await CommandOutputRecorder.open();
  const { promise, resolve } = Promise.withResolvers<void>();
  const seen: number[] = [];
  output.subscribe(() => {
    seen.push(output.shown().lines);
    if (seen.at(-1) === 300) resolve();
  });
  const began = performance.now();
  for (let number = 0; number < 300; number += 1) await output.write(`line ${number}\n`);
  await promise;
  expect(seen.length).toBeLessThanOrEqual((performance.now() - began) / 100 + 2);
  output.end();
});

test.each([
  ['scrolls', '[1000S'],
  ['inserts lines', '[1000L'],
  ['repeats', '[1000b'],
  ['starts anew', 'c'],
])('output that %s without end lets other work in between', async (_, sequence) => {
  const output = await CommandOutputRecorder.open();
  output.hurry();
  let turns = 0;
  const timer = setInterval(() => (turns += 1), 1);
  await output.write(`a${escape}${sequence}`.repeat(1_500));
  clearInterval(timer);
  output.end();
  expect(turns).toBeGreaterThan(0);
});

test('characters that join the one before them without end do not grow its cell without end', async () => {
  const output = await CommandOutputRecorder.open();
  await output.write('before\n');
  await output.write(`e${'\u0301'.repeat(300_000)}`);
  const longest = Math.max(...output.page(0).lines.map(({ text }) => text.length));
  expect(longest).toBeLessThan(40_000);
  const { head } = output.end();
  expect(head[0]?.text).toBe('before');
});
