import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../../test/main/temporary-folder.ts';
import { gitFolders, parseGitConfig, pathsOf, riskySettings } from './git-settings.ts';

const git = (folder: string, ...args: string[]) =>
  execFileSync('git', args, {
    cwd: folder,
    encoding: 'utf8',
    env: { ...process.env, GIT_CONFIG_NOSYSTEM: '1', GIT_CONFIG_GLOBAL: '/dev/null' },
  });

/** The settings of a configuration as git itself reads them. */
function byGit(text: string): { key: string; value: string }[] {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'config'), text);
  const listed = git(folder, 'config', '--file', 'config', '--list', '-z');
  return listed
    .split('\0')
    .filter((entry) => entry !== '')
    .map((entry) => {
      const [key = '', ...value] = entry.split('\n');
      return { key, value: entry.includes('\n') ? value.join('\n') : 'true' };
    });
}

test('a configuration is read as git reads it', () => {
  const text = `; all of git's ways to write a setting
[core]
\tfsmonitor = ".git/evil \\"now\\"" # and why
\tbare
[filter "a.b \\"c"] clean = sh \\
  -c x
[Remote "Origin"]
\tURL = ext::sh -c "touch a;b"
\tfetch=+refs/heads/*:refs/remotes/origin/*
# a comment goes on no line \\
[core]
\tpager = less ; nor here \\
\teditor = evil
[alias] st = !echo \\\\ \\t tab
`;
  expect(parseGitConfig(text)).toEqual(byGit(text));
  expect(riskySettings(parseGitConfig(text)).map(({ key }) => key)).toEqual([
    'core.fsmonitor',
    'filter.a.b "c.clean',
    'remote.Origin.url',
    'core.pager',
    'core.editor',
    'alias.st',
  ]);
});

test('any setting that git writes is read as it was set', () => {
  const name = fc.stringMatching(/^[a-z][a-z0-9-]{0,8}$/);
  const value = fc.string({ maxLength: 30 }).filter((text) => !/[\0\r\n]/.test(text));
  const folder = temporaryFolder();
  fc.assert(
    fc.property(name, fc.stringMatching(/^[ -~]{1,10}$/), name, value, (section, sub, key, set) => {
      const file = join(folder, 'config');
      writeFileSync(file, '');
      git(folder, 'config', '--file', file, `${section}.${sub}.${key}`, set);
      const written = git(folder, 'config', '--file', file, '--get', `${section}.${sub}.${key}`).slice(0, -1);
      const text = execFileSync('cat', [file], { encoding: 'utf8' });
      expect(parseGitConfig(text)).toEqual([{ key: `${section}.${sub}.${key}`, value: written }]);
    }),
    { numRuns: 40 },
  );
});

test('what a clone writes is harmless, and what is not known is not', () => {
  const folder = temporaryFolder();
  git(folder, 'init', '--quiet');
  git(folder, 'remote', 'add', 'origin', 'git@example.com:a/b.git');
  git(folder, 'config', 'branch.main.merge', 'refs/heads/main');
  const text = execFileSync('cat', [join(folder, '.git', 'config')], { encoding: 'utf8' });
  expect(parseGitConfig(text).length).toBeGreaterThan(5);
  expect(riskySettings(parseGitConfig(text))).toEqual([]);
  for (const key of ['gc.auto', 'gc.pruneexpire', 'gc.refs/stash.reflogexpire'])
    expect(riskySettings([{ key, value: 'x' }])).toEqual([]);
  const unknown = 'core.pager credential.helper include.path core.worktree a.b ?';
  for (const key of [...unknown.split(' '), 'gc.recentobjectshook', 'extensions.partialclone'])
    expect(riskySettings([{ key, value: 'x' }])).toHaveLength(1);
});

test('what a branch has for its remote is an address where no remote has that name', () => {
  const url = { key: 'remote.origin.url', value: 'https://example.com/a.git' };
  const named = { key: 'branch.main.remote', value: 'origin' };
  const away = { key: 'branch.topic.pushremote', value: 'https://example.org/b.git' };
  expect(riskySettings([url, named, away])).toEqual([]);
  expect(riskySettings([named])).toEqual([named]);
  const helper = { key: 'branch.main.pushremote', value: 'ext::sh -c x' };
  expect(riskySettings([url, named, helper])).toEqual([helper]);
});

test('an address of this machine leads to a repository by its path, with or without its ending', () => {
  const paths = (address: string) => pathsOf(address, '/a/b', '/home/me');
  expect(paths('./c')).toEqual(['/a/b/c', '/a/b/c.git']);
  expect(paths('file:///x%20y')).toEqual(['/x y', '/x y.git']);
  expect(paths('~/c')[0]).toBe('/home/me/c');
  for (const address of ['https://example.com/a', 'git@example.com:a/b', 'ext::sh -c x'])
    expect(paths(address)).toEqual([]);
});

test.skipIf(process.platform === 'win32')(
  'a pipe in the place of a file of git is not waited for',
  async () => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, '.git', 'objects'), { recursive: true });
    writeFileSync(join(folder, '.git', 'HEAD'), 'ref: refs/heads/main\n');
    execFileSync('mkfifo', [join(folder, '.git', 'commondir')]);
    expect(await gitFolders(folder)).toEqual([join(folder, '.git')]);
  },
);
