import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { commandLine, runCommand } from '../../../test/cli/run-command.ts';

// With answers in the call nobody has to be asked, so no companion is needed.

const hostile = 'b\u001B[2J\u202Ec\u009B';

/** A folder that is removed with the test. */
function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'parley-ask-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

const option = (label: string) => ({ label, description: `About ${label}` });

const question = {
  question: 'Which?',
  header: 'Which',
  options: [option('A'), option('B')],
  multiSelect: false,
};
const input = JSON.stringify({ questions: [question], answers: { 'Which?': hostile } });

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

const asked = 'User has answered your questions: "Which?"="Größe".';
const call = { questions: [question], answers: { 'Which?': 'Größe' } };
const plain = JSON.stringify(call);
const windows = JSON.stringify(call, null, 2).replaceAll('\n', '\r\n');

test.each<[string, string | Buffer]>([
  ['in a fence', `\`\`\`json\n${plain}\n\`\`\`\n`],
  ['in a fence without a language, with CRLF', `\`\`\`\r\n${windows}\r\n\`\`\`\r\n`],
  ['with a byte order mark', `\ufeff${plain}`],
  ['with a byte order mark before a fence', `\ufeff\`\`\`json\r\n${windows}\r\n\`\`\``],
  ['in UTF-16, as PowerShell writes it', Buffer.from(`\ufeff${windows}`, 'utf16le')],
  ['in UTF-16 of the other order', Buffer.from(`\ufeff${plain}`, 'utf16le').swap16()],
  ['encoded twice', JSON.stringify(plain)],
  ['with its questions as text', JSON.stringify({ ...call, questions: JSON.stringify(call.questions) })],
])('input %s is read from a file and from standard input', async (_, text) => {
  const folder = newFolder();
  const file = join(folder, 'input.json');
  writeFileSync(file, text);
  for (const ended of [runCommand('parley', ['ask', file]), runCommand('parley', ['ask'], { input: text })]) {
    const { stdout, ...rest } = await ended;
    expect(rest).toEqual({ code: 0, stderr: '' });
    expect(stdout).toContain(asked);
  }
});

test.each<[string, string | Buffer, RegExp]>([
  ['text after it', `${plain}\nShall I go on?`, /^Error: This is not JSON \(.*after JSON.*position \d+/],
  [
    'text around a fence',
    `Here:\n\`\`\`json\n${plain}\n\`\`\``,
    /^Error: This is not JSON \(Unexpected token/,
  ],
  ['a comma too many', '{"questions": [],}', /^Error: This is not JSON \(.*position 17/],
  ['nothing', ' \n', /^Error: There is no input\./],
])('with %s input is refused, with what to give instead', async (_, text, problem) => {
  const { code, stdout, stderr } = await runCommand('parley', ['ask', '-'], { input: text });
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr).toMatch(problem);
  expect(stderr).toContain('Give the input of the tool as JSON and nothing else: {"questions": […]}.');
});

test('input in another encoding is refused, and what is no file is named', async () => {
  const file = join(newFolder(), 'latin1.json');
  writeFileSync(file, Buffer.from(plain, 'latin1'));
  const ended = await runCommand('parley', ['ask', file]);
  expect(ended).toEqual({
    code: 1,
    stdout: '',
    stderr: `Error: ${file} is not text in UTF-8. Save it as that.\n`,
  });
  for (const command of ['ask', 'review'])
    expect((await runCommand('parley', [command, `${file}.gone`])).stderr).toMatch(
      /^Error: .*latin1\.json\.gone cannot be read \(ENOENT/,
    );
});

const hasScript = spawnSync('script', ['--version']).status === 0;

test.skipIf(!hasScript)('on a terminal the result has its hidden characters as codes', async () => {
  const folder = newFolder();
  const file = join(folder, 'input.json');
  writeFileSync(file, input);
  const shell = spawn('script', ['-qec', commandLine('parley', ['ask', file]), '/dev/null'], {
    env: { ...process.env, PARLEY_DATA_DIR: '/nonexistent/parley', SHELL: '/bin/sh', TERM: 'xterm' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const seen = await text(shell.stdout);
  expect(seen.replaceAll('\r\n', '\n')).toContain(textWith('b<U+001B>[2J<U+202E>c<U+009B>'));
});
