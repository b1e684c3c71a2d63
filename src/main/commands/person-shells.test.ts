import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { homeWith } from '../../../test/main/commands/home-folder.ts';
import { installedShell } from '../../../test/main/commands/installed-shells.ts';
import { personShell } from '../../../test/main/commands/person-shell.ts';
import { temporaryFolder } from '../../../test/main/temporary-folder.ts';
import { textForModel } from './kept-lines.ts';
import { shellForModel, shellOf } from './known-shells.ts';
import type { CommandInvocation } from './person-shell.ts';
import { RunningCommand } from './running-command.ts';

const posixLine = 'echo "<$SOME_API_KEY><$PARLEY_DATA_DIR>"; echo one | tr o O && echo "two three"';
const exported = 'export SOME_API_KEY=again PARLEY_DATA_DIR=again\n';

/** Each shell with a file that it reads for every line, where it has one, and how that sets a key; and a line. */
const shells = [
  { name: 'bash', file: '.bash_env', text: 'export SOME_API_KEY=again\n', line: posixLine },
  { name: 'dash', file: '.profile', text: exported, line: posixLine },
  { name: 'zsh', file: '.zshenv', text: exported, line: posixLine },
  { name: 'ksh93', file: '.profile', text: exported, line: posixLine },
  { name: 'mksh', file: '.profile', text: exported, line: posixLine },
  {
    name: 'fish',
    file: '.config/fish/config.fish',
    text: 'set -gx SOME_API_KEY again; set -gx PARLEY_DATA_DIR again\n',
    line: posixLine,
  },
  ...['tcsh', 'csh', 'bsd-csh'].map((name) => ({
    name,
    file: '.cshrc',
    text: 'setenv SOME_API_KEY again; setenv PARLEY_DATA_DIR again\n',
    line: 'echo "<"`printenv SOME_API_KEY``printenv PARLEY_DATA_DIR`">"; echo one | tr o O && echo "two three"',
  })),
  {
    name: 'nu',
    file: '.config/nushell/config.nu',
    text: '$env.SOME_API_KEY = "again"; $env.PARLEY_DATA_DIR = "again"\n',
    line: 'print $"<($env.SOME_API_KEY? | default "")($env.PARLEY_DATA_DIR? | default "")>"; ^echo one | ^tr o O; print "two three"',
  },
].map((shell) => {
  const path = installedShell(shell.name);
  const why = path === undefined ? ` (left out: ${shell.name} is not installed)` : '';
  return { ...shell, path: path ?? '', title: `${shell.name}${why}`, isThere: path !== undefined };
});

async function outputOf(words: CommandInvocation, env: Record<string, string | undefined>): Promise<string> {
  const { shell } = personShell({ env, secrets: ['SOME_API_KEY'] });
  const program = await shell.program(words);
  const start = { program, cwd: env['HOME'] ?? '/', confined: false, seconds: 60, now: () => 7 };
  const { ending, output } = await (await RunningCommand.start({ ...start, marker: randomUUID() })).ended;
  expect({ ending, text: textForModel(output) }).toMatchObject({ ending: { type: 'exited', code: 0 } });
  return textForModel(output);
}

for (const { title, isThere, path, file, text, line } of shells)
  describe.runIf(isThere)(`with ${title} as the person’s shell`, () => {
    function run(words: CommandInvocation): Promise<string> {
      const home = homeWith({ [file]: text });
      const env = { PATH: '/usr/bin:/bin', SHELL: path, HOME: home, BASH_ENV: join(home, '.bash_env') };
      return outputOf(words, { ...env, SOME_API_KEY: 'secret', PARLEY_DATA_DIR: '/secret' });
    }

    test('a line runs in it, without keys, also where a file of it sets them again', async () => {
      expect((await run({ type: 'shell', line })).replaceAll('><', '')).toBe('<>\nOne\ntwo three');
    });

    test('words run without it: no alias, no variable, no second command', async () => {
      expect(await run({ type: 'argv', argv: ['ls', '-d', '.'] })).toBe('.');
      const words = ['printf', '%s|', '$HOME', ';', 'a b', '*', '(echo x)'];
      expect(await run({ type: 'argv', argv: words })).toBe('$HOME|;|a b|*|(echo x)|');
      expect(await run({ type: 'argv', argv: ['env'] })).not.toMatch(/^SOME_API_KEY=/m);
    });
  });

test('a key is taken away also where the login shell could not be read', async () => {
  const home = homeWith({ '.bash_env': 'export SOME_API_KEY=again\n' });
  const shell = join(temporaryFolder(), 'bash');
  const fails = 'case "$*" in *process.stdout*) exit 1;; esac';
  writeFileSync(shell, `#!/bin/sh\n${fails}\nexec /bin/bash "$@"\n`, { mode: 0o755 });
  const env = { PATH: '/usr/bin:/bin', SHELL: shell, HOME: home, BASH_ENV: join(home, '.bash_env') };
  const line = 'echo "<$SOME_API_KEY>"';
  expect(await outputOf({ type: 'shell', line }, { ...env, SOME_API_KEY: 'secret' })).toBe('<>');
});

test('a key that the person lets through, now or later, reaches a command as Parley was started with it', async () => {
  const passed: string[] = [];
  const env = { PATH: '/usr/bin:/bin', SHELL: '/bin/sh', SOME_API_KEY: 'secret' };
  const { shell } = personShell({ env, secrets: ['SOME_API_KEY'], passed: () => passed });
  expect((await shell.environment([]))['SOME_API_KEY']).toBeUndefined();
  passed.push('SOME_API_KEY');
  expect((await shell.environment([]))['SOME_API_KEY']).toBe('secret');
});

/** A program that is no shell that Parley knows. */
function unknownShell(): string {
  const file = join(temporaryFolder(), 'wonder');
  writeFileSync(file, '#!/bin/sh\necho "Unknown option: $1" >&2\nexit 1\n', { mode: 0o755 });
  return file;
}

describe.skipIf(process.platform === 'win32')('a shell that Parley does not know', () => {
  test.each(['wonder', 'elvish', 'xonsh'])('%s has lines run with sh and the person’s PATH', async (name) => {
    const own = installedShell(name) ?? unknownShell();
    const home = homeWith({ '.profile': 'PATH="$HOME/own:$PATH"; export PATH\n' });
    const env = { PATH: '/usr/bin:/bin', SHELL: own, HOME: home };
    expect(shellOf(env)).toMatchObject({ file: '/bin/sh', insteadOf: own });
    const line = 'echo "$PATH" | cut -d: -f1 && echo $0';
    expect(await outputOf({ type: 'shell', line }, env)).toBe(`${home}/own\n/bin/sh`);
  });

  test.each(['/usr/sbin/nologin', '/bin/false', '/nowhere/zsh', 'zsh', '', '/etc/passwd', '/bin'])(
    'and %s, which is none, leaves that of the account',
    (named) => {
      const { file, insteadOf } = shellOf({ SHELL: named });
      expect([file.startsWith('/'), file === named, insteadOf]).toEqual([true, false, null]);
    },
  );
});

test.each([
  ['zsh-5.9', 'zsh, the person’s shell'],
  ['ksh93', 'ksh, the person’s shell'],
  ['bash', 'bash, the person’s shell'],
  ['fish', 'fish, the person’s shell, which is not a POSIX shell'],
  ['tcsh', 'tcsh, the person’s shell, which is not a POSIX shell'],
  ['nu', 'nu, the person’s shell, which is not a POSIX shell'],
  ['pwsh', '/bin/sh'],
])('a model that writes for %s is told “%s”', (name, words) => {
  const file = join(temporaryFolder(), name);
  writeFileSync(file, '', { mode: 0o755 });
  expect(shellForModel(shellOf({ SHELL: file }))).toBe(words);
});

test('the login shell is read also where there is no home', async () => {
  vi.stubEnv('HOME', join(temporaryFolder(), 'gone'));
  const { shell, login } = personShell({ env: { ...process.env, SHELL: '/bin/sh' } });
  expect(Object.keys(await shell.environment([]))).toContain('PATH');
  expect(login.known()?.problem).toBeNull();
});
