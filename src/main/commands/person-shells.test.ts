import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { temporaryFolder } from '../../../test/main/temporary-folder.ts';
import { textForModel } from './kept-lines.ts';
import { type CommandInvocation, PersonShell } from './person-shell.ts';
import { RunningCommand } from './running-command.ts';

/** Each shell with the file that it reads as a login shell, and how that sets a variable. */
const shells = [
  { name: 'bash', profile: '.bash_profile', set: (value: string) => `export SOME_API_KEY=${value}` },
  { name: 'dash', profile: '.profile', set: (value: string) => `export SOME_API_KEY=${value}` },
  { name: 'zsh', profile: '.zprofile', set: (value: string) => `export SOME_API_KEY=${value}` },
  {
    name: 'fish',
    profile: '.config/fish/config.fish',
    set: (value: string) => `set -gx SOME_API_KEY ${value}`,
  },
].map((shell) => {
  const path = ['/bin', '/usr/bin', '/usr/local/bin', '/opt/homebrew/bin']
    .map((folder) => join(folder, shell.name))
    .find((file) => existsSync(file));
  const why = path === undefined ? ` (left out: ${shell.name} is not installed)` : '';
  return { ...shell, path: path ?? '', title: `${shell.name}${why}`, isThere: path !== undefined };
});

for (const { title, isThere, path, profile, set } of shells)
  describe.runIf(isThere)(`with ${title} as the person’s shell`, () => {
    async function run(words: CommandInvocation): Promise<string> {
      const home = temporaryFolder();
      mkdirSync(dirname(join(home, profile)), { recursive: true });
      writeFileSync(join(home, profile), `${set('again')}\nalias ls='echo an alias'\n`);
      const { XDG_CONFIG_HOME: _, ZDOTDIR: __, ...rest } = process.env;
      const env = { ...rest, SHELL: path, HOME: home, SOME_API_KEY: 'secret', PARLEY_DATA_DIR: '/secret' };
      const report = (error: unknown) => {
        throw error;
      };
      const shell = new PersonShell({ env, secrets: ['SOME_API_KEY'], passed: () => [], report });
      const program = await shell.program(words);
      const marker = randomUUID();
      const command = await RunningCommand.start({
        program,
        cwd: home,
        marker,
        confined: false,
        seconds: 60,
        now: () => 7,
      });
      const { ending, output } = await command.ended;
      expect(ending).toEqual({ type: 'exited', code: 0, at: 7 });
      return textForModel(output);
    }

    test('a line runs in it, without keys, also where its profile sets them again', async () => {
      const line = 'echo "<$SOME_API_KEY><$PARLEY_DATA_DIR>"; echo one | tr o O && echo "two three"';
      expect(await run({ type: 'shell', line })).toBe('<><>\nOne\ntwo three');
    });

    test('words run without it: no alias, no variable, no second command', async () => {
      const argv = ['ls', '-d', '.'];
      expect(await run({ type: 'argv', argv })).toBe('.');
      const words = ['printf', '%s|', '$HOME', ';', 'a b', '*', '(echo x)'];
      expect(await run({ type: 'argv', argv: words })).toBe('$HOME|;|a b|*|(echo x)|');
      expect(await run({ type: 'argv', argv: ['env'] })).not.toMatch(/^SOME_API_KEY=/m);
    });
  });

test('the login shell is read also where there is no home', async () => {
  vi.stubEnv('HOME', join(temporaryFolder(), 'gone'));
  const reported: unknown[] = [];
  const report = (error: unknown) => void reported.push(error);
  const shell = new PersonShell({
    env: { ...process.env, SHELL: '/bin/sh' },
    secrets: [],
    passed: () => [],
    report,
  });
  expect(Object.keys(await shell.environment([]))).toContain('PATH');
  expect(reported).toEqual([]);
});
