import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { commandLine } from '../../../test/cli/run-command.ts';

// In a real pseudo-terminal, which the system's own `script` gives.

const hasScript = spawnSync('script', ['--version']).status === 0;

const question = {
  question: 'Which authentication method should we use?',
  header: 'Auth method',
  options: [
    { label: 'OAuth 2.0', description: 'Industry standard' },
    { label: 'JWT', description: 'Stateless tokens' },
  ],
  multiSelect: false,
};

/** A terminal in which the command asks these questions; `seen` is what it shows, `result` what went to standard output. */
function openTerminal(questions: readonly unknown[] = [question]) {
  const folder = mkdtempSync(join(tmpdir(), 'parley-terminal-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'stdout');
  const line = commandLine('ask-user-question', [JSON.stringify({ questions })]);
  const shell = spawn('script', ['-qec', `${line} > '${file}'`, '/dev/null'], {
    env: { ...process.env, PARLEY_DATA_DIR: '/nonexistent/parley', SHELL: '/bin/sh', TERM: 'xterm' },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  onTestFinished(() => void shell.kill('SIGKILL'));
  let seen = '';
  shell.stdout.on('data', (chunk: Buffer) => {
    seen += chunk.toString();
  });
  const ended = once(shell, 'exit');
  const shows = async (text: string, times = 1) => {
    while (seen.split(text).length <= times) await once(shell.stdout, 'data');
  };
  return {
    shows,
    seen: () => seen,
    type: (keys: string) => shell.stdin.write(keys),
    result: async () => {
      await ended;
      return { code: shell.exitCode, stdout: readFileSync(file, 'utf8') };
    },
  };
}

test.skipIf(!hasScript)(
  'in a terminal the question is framed, a number answers it, and standard output is pure',
  async () => {
    const terminal = openTerminal();
    await terminal.shows('Enter number or 0 for custom: ');
    const lines = terminal.seen().split('\r\n');
    const at = lines.findIndex((line) => line.startsWith('┌─ Auth method ─'));
    expect(lines.slice(at + 1, at + 9)).toEqual([
      '│ Which authentication method should we use?',
      '│',
      '│  1. OAuth 2.0',
      '│     Industry standard',
      '│  2. JWT',
      '│     Stateless tokens',
      '│  0. Other (custom input)',
      expect.stringMatching(/^└─+┘$/),
    ]);
    terminal.type('2\r');
    expect(await terminal.result()).toEqual({ code: 0, stdout: '{"answers":{"Auth method":"JWT"}}\n' });
  },
);

test.skipIf(!hasScript)('several can be chosen by their numbers, which the prompt says', async () => {
  const terminal = openTerminal([{ ...question, multiSelect: true }]);
  await terminal.shows('Enter numbers (e.g., 1,3) or 0 for custom: ');
  terminal.type('2, 1\r');
  const stdout = '{"answers":{"Auth method":"JWT, OAuth 2.0"}}\n';
  expect(await terminal.result()).toEqual({ code: 0, stdout });
});

test.skipIf(!hasScript)(
  'what an asker wrote can neither act on the terminal nor pass for an option',
  async () => {
    const hostile = {
      question: 'Which?\n 2. Yes',
      header: 'A\u001B[2J\u202E',
      options: [
        { label: 'No\n 3. All', description: 'First\n 4. None' },
        { label: 'Maybe\u001B]0;owned\u0007', description: `${'wide '.repeat(20)}2. Yes` },
      ],
      multiSelect: false,
    };
    const terminal = openTerminal([hostile]);
    await terminal.shows('Enter number or 0 for custom: ');
    const lines = terminal.seen().split('\r\n');
    const at = lines.findIndex((line) => line.startsWith('┌─ A<U+001B>[2J<U+202E> ─'));
    const wide = 'wide '.repeat(15).trim();
    expect(lines.slice(at + 1, at + 11)).toEqual([
      '│ Which?',
      '│      2. Yes',
      '│',
      '│  1. No',
      '│      3. All',
      '│     First',
      '│      4. None',
      '│  2. Maybe<U+001B>]0;owned<U+0007>',
      `│     ${wide}`,
      '│     wide wide wide wide wide 2. Yes',
    ]);
    terminal.type('1\r');
    await terminal.result();
  },
);

test.skipIf(!hasScript)('what is not understood is said and asked again, up to three times', async () => {
  const prompt = 'Enter number or 0 for custom: ';
  const terminal = openTerminal([question, { ...question, header: 'Fallback' }]);
  for (const [index, line] of ['no', '', '7'].entries()) {
    await terminal.shows(prompt, index + 1);
    terminal.type(`${line}\r`);
  }
  await terminal.shows(prompt, 4);
  expect(terminal.seen()).toContain('"no" is neither the number of an option nor its whole name.');
  expect(terminal.seen()).toContain('Nothing was entered, and the first option is not a recommended one.');
  expect(terminal.seen()).toContain('There is no option of that number; they go from 1 to 2.');
  expect(terminal.seen()).toContain('The question is skipped after 3 tries.');
  terminal.type('oauth 2.0\r');
  expect(await terminal.result()).toEqual({ code: 0, stdout: '{"answers":{"Fallback":"OAuth 2.0"}}\n' });
});

test.skipIf(!hasScript)('Enter alone takes a recommended first option, and says so', async () => {
  const recommended = { label: 'OAuth 2.0 (Recommended)', description: 'Industry standard' };
  const terminal = openTerminal([{ ...question, options: [recommended, ...question.options.slice(1)] }]);
  await terminal.shows('Enter number or 0 for custom: ');
  terminal.type('\r');
  await terminal.shows('so the recommended option is chosen: OAuth 2.0 (Recommended)');
  expect(await terminal.result()).toMatchObject({
    stdout: '{"answers":{"Auth method":"OAuth 2.0 (Recommended)"}}\n',
  });
});

test.skipIf(!hasScript).each([
  ['Ctrl+C', '\u0003'],
  ['the end of the input', '\u0004'],
])('%s ends it with 2 and nothing on standard output', async (_name, key) => {
  const terminal = openTerminal();
  await terminal.shows('Enter number or 0 for custom: ');
  terminal.type(key);
  expect(await terminal.result()).toEqual({ code: 2, stdout: '' });
});
