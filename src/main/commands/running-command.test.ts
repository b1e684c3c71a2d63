import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { personShell } from '../../../test/main/commands/person-shell.ts';
import { temporaryFolder } from '../../../test/main/temporary-folder.ts';
import { textForModel } from './kept-lines.ts';
import type { CommandInvocation } from './person-shell.ts';
import { processesOf } from './processes.ts';
import { CommandOutputRecorder, RunningCommand } from './running-command.ts';

const isLinux = process.platform === 'linux';

type Given = { words: CommandInvocation; cwd?: string; seconds?: number; env?: Record<string, string> };

async function start({ words, cwd = temporaryFolder(), seconds = 60, env = {} }: Given) {
  const given = { ...process.env, SHELL: '/bin/sh', ...env };
  const { shell } = personShell({ env: given, secrets: ['SOME_API_KEY'] });
  const program = await shell.program(words);
  return RunningCommand.start({ program, cwd, marker: randomUUID(), confined: false, seconds, now: () => 7 });
}

const line = (text: string): CommandInvocation => ({ type: 'shell', line: text });

async function run(given: Given) {
  const command = await start(given);
  const { ending, output, leftProcesses } = await command.ended;
  expect(processesOf({ group: command.process()?.pid ?? null, marker: command.marker })).toEqual([]);
  return { ending, text: textForModel(output), leftProcesses };
}

/** Resolves when a command has got so far that it says a word. */
async function said(command: RunningCommand, word: string): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const look = () => {
    if (command.output.shown().tail.some(({ text }) => text.includes(word))) resolve();
  };
  command.output.subscribe(look);
  look();
  await promise;
}

test('a line runs with the person’s shell, and its output and exit code come back', async () => {
  const { ending, text } = await run({ words: line('echo out; echo err >&2; exit 3') });
  expect(ending).toEqual({ type: 'exited', code: 3, at: 7 });
  expect(text.split('\n').toSorted()).toEqual(['err', 'out']);
});

test.each(['./bin:/usr/bin:/bin', ':/usr/bin:/bin'])(
  'a program of the folder does not take the place of the person’s by the path %s',
  async (path) => {
    const cwd = temporaryFolder();
    mkdirSync(join(cwd, 'bin'));
    for (const name of ['printf', 'bin/printf'])
      writeFileSync(join(cwd, name), '#!/bin/sh\necho forged\n', { mode: 0o755 });
    const home = temporaryFolder();
    writeFileSync(join(home, '.profile'), `export PATH=${path}\n`);
    const words: CommandInvocation = { type: 'argv', argv: ['printf', 'own'] };
    expect((await run({ words, cwd, env: { HOME: home } })).text).toBe('own');
  },
);

test('words run as they are, without a shell', async () => {
  const argv = ['printf', '%s\n', '$HOME; echo two > three', '*'];
  const cwd = temporaryFolder();
  const { ending, text } = await run({ words: { type: 'argv', argv }, cwd });
  expect([ending, text]).toEqual([{ type: 'exited', code: 0, at: 7 }, '$HOME; echo two > three\n*']);
  expect(existsSync(join(cwd, 'three'))).toBe(false);
});

test('words that name no program end as not started, with the reason', async () => {
  const { ending } = await run({ words: { type: 'argv', argv: ['parley-no-such-program'] } });
  expect(JSON.stringify(ending)).toMatch(/not-started.*ENOENT/);
});

test('a command sees neither keys nor Parley’s variables, also where the profile sets them again', async () => {
  const home = temporaryFolder();
  writeFileSync(join(home, '.profile'), 'export SOME_API_KEY=again CI=1 FROM_PROFILE=yes\n');
  const env = { HOME: home, SOME_API_KEY: 'secret', PARLEY_DATA_DIR: '/secret', CI: 'true' };
  const show = 'env | grep -E "^(SOME_API_KEY|PARLEY_DATA_DIR|CI|FROM_PROFILE)="';
  expect((await run({ words: line(show), env })).text).toBe('FROM_PROFILE=yes');
  expect((await run({ words: { type: 'argv', argv: ['env'] }, env })).text.split('\n')).toEqual(
    expect.not.arrayContaining([expect.stringMatching(/^(SOME_API_KEY|PARLEY_DATA_DIR|CI)=/)]),
  );
});

test('what waits for input reads its end at once', async () => {
  const { ending, text } = await run({ words: line('cat; read -r line; echo "read: $?"') });
  expect([ending.type, text]).toEqual(['exited', 'read: 1']);
});

test('a command that ignores TERM is killed', async () => {
  const command = await start({ words: line('trap "" TERM; echo ready; while :; do sleep 1; done') });
  await said(command, 'ready');
  const { ending } = await command.end('stopped');
  expect(ending).toEqual({ type: 'stopped', at: 7 });
  expect(processesOf({ group: command.process()?.pid ?? null, marker: command.marker })).toEqual([]);
});

test.runIf(isLinux)(
  'what left its group and its session is ended too, also where it ignores TERM',
  async () => {
    const daemon = `setsid sh -c 'trap "" TERM; echo ready; while :; do sleep 1; done' & sleep 60`;
    const command = await start({ words: line(daemon) });
    await said(command, 'ready');
    const before = processesOf({ group: null, marker: command.marker });
    expect(new Set(before.map(({ group }) => group)).size).toBeGreaterThan(1);
    await command.end('stopped');
    expect(processesOf({ group: null, marker: command.marker })).toEqual([]);
  },
);

test.runIf(isLinux)('what a command leaves running when it ends is ended, and said', async () => {
  const { ending, leftProcesses, text } = await run({ words: line('setsid sleep 61 & echo gone') });
  expect([ending.type, leftProcesses, text]).toEqual(['exited', true, 'gone']);
});

test('a command is ended when its time is over', async () => {
  const { ending } = await run({ words: line('echo begun; sleep 60'), seconds: 1 });
  expect(ending).toEqual({ type: 'timed-out', at: 7 });
});

test('a flood waits to be shown: memory stays bounded, and other work goes on', async () => {
  const flood = line('while :; do echo a line that goes on and on; done');
  const command = await start({ words: flood, seconds: 600 });
  let turns = 0;
  const look = () => {
    turns += 1;
    if (turns > 40 && command.output.shown().lines > 10_000) void command.end('stopped');
  };
  const timer = setInterval(look, 20);
  const { ending, output } = await command.ended;
  clearInterval(timer);
  expect(ending.type).toBe('stopped');
  expect(output.total).toBeGreaterThan(10_000);
});

test('a command that deletes its own folder ends as any other', async () => {
  const cwd = join(temporaryFolder(), 'inner');
  mkdirSync(cwd);
  const { ending, text } = await run({ words: line(`rm -rf "${cwd}"; echo left`), cwd });
  expect([ending.type, text, existsSync(cwd)]).toEqual(['exited', 'left', false]);
});

test('a folder that is not there is a reason not to start', async () => {
  const { ending } = await run({ words: line('echo never'), cwd: join(temporaryFolder(), 'none') });
  expect(ending.type).toBe('not-started');
});

test('one that ends by a signal from elsewhere says which', async () => {
  const { ending } = await run({ words: line('kill -SEGV $$') });
  expect(ending).toEqual({ type: 'signalled', signal: 'SIGSEGV', at: 7 });
});

test('bidirectional and control characters reach the text as they are, escapes do not', async () => {
  const { text } = await run({ words: line(String.raw`printf 'a\342\200\256b\033[31mc\033[0m\n'`) });
  expect(text).toBe('a\u202Ebc');
});

test.runIf(isLinux)('a port that a command serves is free once it was stopped', async () => {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  probe.close();
  await once(probe, 'close');
  const script = `require('http').createServer().listen(${port}, '127.0.0.1', () => console.log('ready'))`;
  const command = await start({ words: { type: 'argv', argv: [process.execPath, '-e', script] } });
  await said(command, 'ready');
  await command.end('stopped');
  const again = createServer().listen(port, '127.0.0.1');
  await once(again, 'listening');
  expect(again.listening).toBe(true);
  again.close();
});

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
