import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { commandLine, runCommand } from '../../../test/cli/run-command.ts';

// With answers in the call nobody has to be asked, so no companion is needed.

const hostile = 'b\u001B[2J\u202Ec\u009B';

const option = (label: string) => ({ label, description: `About ${label}` });

const input = JSON.stringify({
  questions: [
    { question: 'Which?', header: 'Which', options: [option('A'), option('B')], multiSelect: false },
  ],
  answers: { 'Which?': hostile },
});

const textWith = (answer: string) =>
  `User has answered your questions: "Which?"="${answer}". Answers were supplied with the call; nobody was asked. ` +
  `You can now continue with the user's answers in mind.\n`;

test('answers that come with the call are printed into a pipe to the last character', async () => {
  expect(await runCommand('parley', ['ask'], { input })).toEqual({
    code: 0,
    stdout: textWith(hostile),
    stderr: '',
  });
});

test('the outcome as JSON has its hidden characters as escapes', async () => {
  const { code, stdout } = await runCommand('parley', ['ask', '--json'], { input });
  expect(code).toBe(0);
  expect(stdout).toContain(String.raw`b\u001b[2J\u202Ec\u009B`);
  expect(JSON.parse(stdout)).toEqual({
    type: 'supplied',
    replies: [{ status: 'answered', questionId: '1', picks: [], custom: hostile, origin: 'typed' }],
  });
});

const hasScript = spawnSync('script', ['--version']).status === 0;

test.skipIf(!hasScript)('on a terminal the result has its hidden characters as codes', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'parley-ask-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'input.json');
  writeFileSync(file, input);
  const shell = spawn('script', ['-qec', commandLine('parley', ['ask', file]), '/dev/null'], {
    env: { ...process.env, PARLEY_DATA_DIR: '/nonexistent/parley', SHELL: '/bin/sh', TERM: 'xterm' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const seen = await text(shell.stdout);
  expect(seen.replaceAll('\r\n', '\n')).toContain(textWith('b<U+001B>[2J<U+202E>c<U+009B>'));
});
