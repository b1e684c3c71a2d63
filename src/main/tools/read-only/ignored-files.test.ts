import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { messageIdSchema, toolCallIdSchema, workspaceIdSchema } from '../../../shared/ids.ts';
import { readOnlyTools } from './read-only-tools.ts';
import { anyFolder } from '../../../../test/main/folder/any-folder.ts';
import { gitEnvironment } from '../../../../test/main/permissions/git-plants.ts';
import { temporaryFolder } from '../../../../test/main/temporary-folder.ts';
import type { ChatFolder } from '../../folder/chat-folder.ts';
import { codeFiles } from '../../folder/code-files.ts';
import { editableFile } from '../../folder/writable-file.ts';
import { FileIndex } from '../../folder/file-index.ts';
import { GitIgnores } from '../../folder/ignore-rules.ts';

const { signal } = new AbortController();

type Files = Record<string, string>;

/** A folder with these files, in a repository where `tracked` names some of them. */
function project(files: Files, tracked?: readonly string[]) {
  const root = temporaryFolder();
  const write = (more: Files) => {
    for (const [path, text] of Object.entries(more)) {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), text);
    }
  };
  write(files);
  const git = gitIn(root);
  if (tracked !== undefined) {
    git('init', '--quiet');
    if (tracked.length > 0) git('add', '--force', ...tracked);
  }
  return { root, git, write, ...seenIn(anyFolder(root)) };
}

function gitIn(root: string) {
  return (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...args], {
      cwd: root,
      env: gitEnvironment,
      encoding: 'utf8',
    });
}

/** What the tools, the list of files and code changes find in a folder. */
function seenIn(folder: ChatFolder) {
  const run = async (name: string, input: unknown) => {
    const tool = readOnlyTools.find((candidate) => candidate.name === name);
    const { text } = await (tool ?? expect.fail(name)).run(input, {
      workspaceId: workspaceIdSchema.parse('w'),
      messageId: messageIdSchema.parse(1),
      toolCallId: toolCallIdSchema.parse('c'),
      step: 0,
      mode: 'plan',
      folder,
      permit: () => Promise.resolve({ type: 'nobody' }),
      mentions: () => [],
      asker: 'Parley',
      signal,
    });
    return text;
  };
  return {
    run,
    /** The files by every way there is to find them, which are one list. */
    async found(): Promise<string[]> {
      const listed = (await run('list_files', { depth: 10 }))
        .split('\n')
        .filter((line) => /[^:/]$/.test(line));
      const offered = (await new FileIndex(() => 0).find(folder, '', signal)).files;
      expect(offered.toSorted()).toEqual(listed.filter((line) => !line.endsWith('is empty.')));
      return listed;
    },
    editable: (path: string) =>
      editableFile(folder, path, signal).then(
        ({ shown }) => shown,
        (error: unknown) => (error instanceof Error ? error.message : error),
      ),
  };
}

const release = {
  '.gitignore': 'build/\n*.log\n',
  'build/release.sh': 'needle\n',
  'build/out.js': 'needle\n',
};

it('takes a tracked file under a rule for what it is, and the others beside it for ignored', async () => {
  const { root, git, found, run, editable } = project(release, ['.gitignore', 'build/release.sh']);
  expect(await found()).toEqual(['.gitignore', 'build/release.sh']);
  expect(await run('search_files', { query: 'needle' })).toContain('build/release.sh:1: needle');
  expect(await run('search_files', { query: 'needle' })).not.toContain('out.js');
  expect(await run('read_file', { path: 'build/release.sh' })).toContain('needle');
  expect(await run('read_file', { path: 'build/out.js' })).toContain(
    'build/out.js is covered by .gitignore and is left alone.',
  );
  expect(await editable('build/release.sh')).toBe('build/release.sh');
  expect(await editable('build/new.sh')).toBe('build/new.sh is covered by .gitignore and is left alone.');
  const code = await codeFiles(anyFolder(root), { path: 'build', endings: ['.js', '.sh'] }, signal);
  const places: string[] = [];
  if (code.type === 'found') for await (const { shown } of code.places) places.push(shown);
  expect(places).toEqual(['build/release.sh']);

  git('rm', '--quiet', '--cached', 'build/release.sh');
  expect(await found()).toEqual(['.gitignore']);
  expect(await editable('build/release.sh')).toBe('build is covered by .gitignore and is left alone.');
});

it.each([
  ['split', ['update-index', '--split-index']],
  ['of version 4', ['update-index', '--index-version', '4']],
])('reads an index that is %s', async (_, args) => {
  const { git, found } = project(release, ['build/release.sh']);
  git(...args);
  expect(await found()).toEqual(['.gitignore', 'build/release.sh']);
});

it('goes by the rules of the repository itself and of the person, the stronger over the weaker', async () => {
  const { git, root, write, found, editable } = project({ 'a.tmp': '', 'b.tmp': '', 'notes.txt': '' }, []);
  write({ '.git/info/exclude': '!b.tmp\nnotes.txt\n', '.git/excludes': '*.tmp\n' });
  git('config', 'core.excludesFile', join(root, '.git/excludes'));
  expect(await found()).toEqual(['b.tmp']);
  expect(await editable('notes.txt')).toBe('notes.txt is covered by .git/info/exclude and is left alone.');
  expect(await editable('a.tmp')).toBe('a.tmp is covered by core.excludesFile and is left alone.');
  write({ '.gitignore': '!notes.txt\n' });
  expect(await found()).toEqual(['.gitignore', 'b.tmp', 'notes.txt']);
  expect(git('ls-files', '--others', '--exclude-standard').split('\n').filter(Boolean)).toEqual(
    await found(),
  );
});

it.each<[string, Files]>([
  ['a path from the home', { '.gitconfig': '[core]\n\texcludesFile = ~/mine\n', mine: '*.bak\n' }],
  [
    'a path that an included file names',
    {
      '.gitconfig': '[include]\n\tpath = more\n',
      more: '[core]\n\texcludesFile = ~/mine\n',
      mine: '*.bak\n',
    },
  ],
  ['the usual place', { '.config/git/ignore': '*.bak\n' }],
])('finds the rules of the person at %s', async (_, files) => {
  const home = project(files).root;
  const { root } = project({ 'a.txt': '', 'a.bak': '' }, []);
  const { GIT_CONFIG_GLOBAL: __, ...env } = gitEnvironment;
  const ignores = new GitIgnores({ ...env, HOME: home, XDG_CONFIG_HOME: '' });
  expect(await seenIn({ ...anyFolder(root), ignores }).found()).toEqual(['a.txt']);
});

it('goes by the rules around a folder of a repository, unless they cover the folder itself', async () => {
  const files = {
    '.gitignore': '*.log\nout/\n',
    'app/a.log': '',
    'app/a.txt': '',
    'out/b.log': '',
    'out/b.txt': '',
  };
  const { root } = project(files, ['app/a.log']);
  expect(await seenIn(anyFolder(join(root, 'app'))).found()).toEqual(['a.log', 'a.txt']);
  expect(await seenIn(anyFolder(join(root, 'out'))).found()).toEqual(['b.log', 'b.txt']);
});

it('takes a repository within by its own rules, also one that an outer rule covers as a submodule', async () => {
  const { root, git, write, found } = project({ '.gitignore': '*.log\nlib/\nother/\n', 'a.log': '' }, []);
  write({ 'plain/.gitignore': 'b.txt\n', 'plain/b.txt': '', 'plain/b.log': '', 'other/c.txt': '' });
  for (const nested of ['plain', 'lib', 'other']) {
    mkdirSync(join(root, nested), { recursive: true });
    gitIn(join(root, nested))('init', '--quiet');
  }
  write({ 'lib/.gitignore': 'built/\n', 'lib/built/keep.js': '', 'lib/built/drop.js': '', 'lib/d.log': '' });
  const inLib = gitIn(join(root, 'lib'));
  inLib('add', '--force', 'built/keep.js');
  inLib('commit', '--quiet', '-m', 'first');
  git('-c', 'advice.addEmbeddedRepo=false', 'add', '--force', 'lib');
  expect(await found()).toEqual([
    '.gitignore',
    'lib/.gitignore',
    'lib/built/keep.js',
    'lib/d.log',
    'plain/.gitignore',
    'plain/b.log',
  ]);
});

it('knows a worktree, whose rules and index lie elsewhere', async () => {
  const { root, git, write } = project(release, ['.gitignore', 'build/release.sh']);
  git('commit', '--quiet', '-m', 'first');
  write({ '.git/info/exclude': 'mine.txt\n' });
  const tree = join(temporaryFolder(), 'tree');
  git('worktree', 'add', '--quiet', tree);
  for (const name of ['mine.txt', 'build/out.js', 'x.log']) writeFileSync(join(tree, name), '');
  const { found } = seenIn(anyFolder(tree));
  expect(await found()).toEqual(['.gitignore', 'build/release.sh']);
  gitIn(tree)('rm', '--quiet', '--cached', 'build/release.sh');
  expect(await found()).toEqual(['.gitignore']);
  expect(await seenIn(anyFolder(root)).found()).toEqual(['.gitignore', 'build/release.sh']);
});

it('goes by .gitignore alone where there is no repository, or no git', async () => {
  expect(await project(release).found()).toEqual(['.gitignore']);
  const { root } = project(release, ['build/release.sh']);
  const ignores = new GitIgnores({ PATH: temporaryFolder() });
  expect(await seenIn({ ...anyFolder(root), ignores }).found()).toEqual(['.gitignore']);
});

it('sees that another program has changed what is tracked, under one list', async () => {
  const { root, git, found } = project(release, []);
  const folder = anyFolder(root);
  const place = () => editableFile(folder, 'build/release.sh', signal);
  await expect(place()).rejects.toThrow('build is covered');
  git('add', '--force', 'build/release.sh');
  expect((await place()).shown).toBe('build/release.sh');
  renameSync(join(root, '.git/index'), join(root, '.git/other'));
  await expect(place()).rejects.toThrow('build is covered');
  renameSync(join(root, '.git/other'), join(root, '.git/index'));
  rmSync(join(root, '.gitignore'));
  expect(await found()).toEqual(['build/out.js', 'build/release.sh']);
});

it('runs nothing that a repository names', async () => {
  const { root, git, found } = project(release, ['build/release.sh']);
  const ran = join(temporaryFolder(), 'ran');
  const evil = join(root, 'build/evil.sh');
  writeFileSync(evil, `#!/bin/sh\ntouch ${ran}\n`, { mode: 0o755 });
  git('config', 'core.fsmonitor', evil);
  git('config', 'core.pager', evil);
  git('config', 'core.hooksPath', join(root, 'build'));
  git('config', 'alias.ls-files', `!${evil}`);
  expect(await found()).toEqual(['.gitignore', 'build/release.sh']);
  expect(existsSync(ran)).toBe(false);
  git('status', '--short');
  expect(existsSync(ran)).toBe(true);
});
