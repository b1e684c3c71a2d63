import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../../test/main/temporary-folder.ts';
import {
  autostartEntry,
  autostartFile,
  configDirOf,
  type LoginHost,
  startAtLogin,
} from './start-at-login.ts';

function loginHost(platform: NodeJS.Platform) {
  const items: unknown[] = [];
  const host: LoginHost = {
    platform,
    program: { path: '/opt/Parley/parley', args: ['--data-dir', '/home/ada/my data'] },
    configDir: temporaryFolder(),
    setLoginItem: (item) => items.push(item),
  };
  return { host, items };
}

test('on Linux a file in the folder of autostart comes and goes', async () => {
  const { host, items } = loginHost('linux');
  const file = autostartFile(host.configDir);
  await startAtLogin(false, host);
  expect(existsSync(dirname(file))).toBe(false);
  await startAtLogin(true, host);
  expect(readFileSync(file, 'utf8')).toBe(
    '[Desktop Entry]\nType=Application\nName=Parley\nExec="/opt/Parley/parley" "--data-dir" "/home/ada/my data"\nTerminal=false\n',
  );
  writeFileSync(join(dirname(file), 'other.desktop'), '');
  await startAtLogin(false, host);
  expect([existsSync(file), existsSync(join(dirname(file), 'other.desktop'))]).toEqual([false, true]);
  expect(items).toEqual([]);
});

test.each(['darwin', 'win32'] as const)('on %s the system keeps the login item', async (platform) => {
  const { host, items } = loginHost(platform);
  await startAtLogin(true, host);
  await startAtLogin(false, host);
  const { path, args } = host.program;
  expect(items).toEqual([
    { openAtLogin: true, path, args },
    { openAtLogin: false, path, args },
  ]);
  expect(existsSync(dirname(autostartFile(host.configDir)))).toBe(false);
});

test('what means something in an Exec line is taken as it stands', () => {
  const entry = autostartEntry({ path: '/a "b"/$c`\\', args: ['100%'] });
  expect(entry).toContain('Exec="/a \\\\"b\\\\"/\\\\$c\\\\`\\\\\\\\" "100%%"');
});

/** Reads an `Exec` line as starters of programs do: the string of the file first, then the words in quotes. */
function startedWords(entry: string): string[] {
  const line = entry.split('\n').find((each) => each.startsWith('Exec=')) ?? '';
  const escapes: Record<string, string> = { n: '\n', t: '\t', r: '\r', s: ' ' };
  const value = line.slice('Exec='.length).replace(/\\(.)/g, (_, char: string) => escapes[char] ?? char);
  const words = [...value.matchAll(/"((?:\\[^]|[^"\\])*)"(?: |$)/g)];
  return words.map(([, word = '']) => word.replace(/\\([^])/g, '$1').replaceAll('%%', '%'));
}

test('a path with lines of its own starts the same program, and adds no line to the file', () => {
  const path = '/srv/a\nExec=/bin/rm\r\n\t/parley';
  const entry = autostartEntry({ path, args: [] });
  expect(entry.split(/[\n\r]/)).toHaveLength(6);
  expect(startedWords(entry)).toEqual([path]);
});

test('whatever the path and the arguments are, they are what starts', () => {
  const word = fc.string({
    unit: fc.constantFrom('a', '/', ' ', '"', '`', '$', '\\', '%', '\n', '\r', '\t', 'n', 'é'),
  });
  fc.assert(
    fc.property(word, fc.array(word), (path, args) => {
      expect(startedWords(autostartEntry({ path, args }))).toEqual([path, ...args]);
    }),
  );
});

test('the folder of settings is the one that the environment names, if it is a whole path', () => {
  expect(configDirOf({ XDG_CONFIG_HOME: '/conf' }, '/home/ada')).toBe('/conf');
  expect(configDirOf({ XDG_CONFIG_HOME: 'conf' }, '/home/ada')).toBe('/home/ada/.config');
  expect(configDirOf({}, '/home/ada')).toBe('/home/ada/.config');
});
