import { chmodSync, existsSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../../test/main/temporary-folder.ts';
import { git, repositoryIn, write } from '../../../test/main/worktrees/repository.ts';
import { changesSince } from './changes-since.ts';
import { PersonGit } from './person-git.ts';

const env = { PATH: process.env['PATH'], GIT_CONFIG_NOSYSTEM: '1', GIT_CONFIG_GLOBAL: '/dev/null' };

const changesIn = (root: string, base: string) =>
  changesSince(new PersonGit(env, 'test'), { root, gitDir: join(root, '.git') }, base);

/** A repository, and what is different in it from its first commit. */
function stage(files?: Record<string, string>) {
  const root = repositoryIn(join(temporaryFolder(), 'r'), files);
  const base = git(root, 'rev-parse', 'HEAD');
  const look = async () => (await changesIn(root, base)).files;
  return { root, base, look };
}

const listed = async (look: ReturnType<typeof stage>['look']) =>
  (await look()).map(({ path, change, withoutLines }) => [path, change, withoutLines ?? 'lines'].join(' '));

const linesOf = async (look: ReturnType<typeof stage>['look'], path: string) =>
  (await look()).find((file) => file.path === path)?.hunks.flatMap(({ lines }) => lines);

test('what is committed since, what is staged and what is neither are one list', async () => {
  const { root, look } = stage({ 'a.txt': 'one\n', 'b.txt': 'two\n', 'gone.txt': 'x\n', 'same.txt': 's\n' });
  expect(await look()).toEqual([]);
  write(root, { 'a.txt': 'one\ncommitted\n' });
  git(root, 'commit', '--quiet', '--all', '--message=two');
  write(root, { 'b.txt': 'staged\n', 'src/new.txt': 'new\n' });
  git(root, 'add', 'b.txt');
  rmSync(join(root, 'gone.txt'));
  expect(await listed(look)).toEqual([
    'a.txt changed lines',
    'b.txt changed lines',
    'gone.txt deleted lines',
    'src/new.txt created lines',
  ]);
  expect(await linesOf(look, 'a.txt')).toEqual([' one', '+committed']);
  expect(await linesOf(look, 'src/new.txt')).toEqual(['+new']);
});

test('what was taken back is no change, nor is what is ignored', async () => {
  const { root, look } = stage({ 'a.txt': 'one\n', '.gitignore': '.env\n' });
  write(root, { 'a.txt': 'two\n', '.env': 'KEY=1\n' });
  git(root, 'commit', '--quiet', '--all', '--message=two');
  write(root, { 'a.txt': 'one\n' });
  git(root, 'rm', '--quiet', '--cached', 'a.txt');
  expect(await look()).toEqual([]);
});

test('names of any kind are listed whole', async () => {
  const { root, look } = stage();
  const names = ['line\nbreak.txt', 'quo"te.txt', 'ümlaut ☃.txt', ':1 2 3', ' leading'];
  write(root, Object.fromEntries(names.map((name) => [name, 'x\n'])));
  git(root, 'add', '--all');
  write(root, { 'not staged\n:x': 'y\n' });
  const found = (await look()).map(({ path }) => path);
  expect(found).toEqual([...names, 'not staged\n:x'].toSorted((one, other) => (one < other ? -1 : 1)));
});

test('files without lines say why', async () => {
  const { root, look } = stage({ 'a.txt': 'one\n', 'run.sh': 'true\n', 'was-text': 'text\n' });
  writeFileSync(join(root, 'was-text'), Buffer.from([0, 1, 2]));
  writeFileSync(join(root, 'latin1'), Buffer.from([0xe9, 0x0a]));
  writeFileSync(join(root, 'long'), 'x'.repeat(1_000_001));
  chmodSync(join(root, 'run.sh'), 0o755);
  symlinkSync('a.txt', join(root, 'link'));
  rmSync(join(root, 'a.txt'));
  symlinkSync('run.sh', join(root, 'a.txt'));
  repositoryIn(join(root, 'within'));
  expect(await listed(look)).toEqual([
    'a.txt changed link',
    'latin1 created binary',
    'link created link',
    'long created large',
    'run.sh changed mode',
    'was-text changed binary',
    'within created repository',
  ]);
});

test('what a partial clone has not fetched is said, and not fetched', async () => {
  const { root: origin, base } = stage({ 'a.txt': 'one\n', 'b.txt': 'same\n' });
  write(origin, { 'a.txt': 'two\n' });
  git(origin, 'commit', '--quiet', '--all', '--message=two');
  git(origin, 'config', 'uploadpack.allowFilter', 'true');
  const root = join(origin, '..', 'partial');
  git(origin, 'clone', '--quiet', '--filter=blob:none', `file://${origin}`, root);
  write(root, { 'b.txt': 'changed\n' });
  const before = git(root, 'count-objects', '-v');
  const look = async () => (await changesIn(root, base)).files;
  expect(await listed(look)).toEqual(['a.txt changed missing', 'b.txt changed lines']);
  expect(git(root, 'count-objects', '-v')).toBe(before);
});

test('line ends that git would check in otherwise are no change, and others are', async () => {
  const { root, look } = stage({ 'a.txt': 'one\ntwo\n', 'same.txt': 's\n', 'raw.txt': 'x\ny\n' });
  git(root, 'config', 'core.autocrlf', 'true');
  write(root, {
    '.git/info/attributes': 'raw.txt -text\n',
    'a.txt': 'one\r\nthree\r\n',
    'same.txt': 's\r\n',
    'raw.txt': 'x\r\ny\r\n',
  });
  expect(await listed(look)).toEqual(['a.txt changed lines', 'raw.txt changed lines']);
  expect(await linesOf(look, 'a.txt')).toEqual([' one', '-two', '+three']);
  expect(await linesOf(look, 'raw.txt')).toHaveLength(4);
});

test('looking changes nothing, and runs nothing of the repository', async () => {
  const { root, look } = stage({ 'a.txt': 'one\n', '.gitattributes': '*.txt filter=own diff=own\n' });
  const trace = join(root, '..', 'ran');
  for (const [key, value] of Object.entries({
    'filter.own.clean': `touch ${trace}; cat`,
    'diff.own.textconv': `touch ${trace}; cat`,
    'diff.external': `touch ${trace}`,
    'core.fsmonitor': `touch ${trace}`,
  }))
    git(root, 'config', key, value);
  write(root, { 'a.txt': 'two\n', 'b.txt': 'three\n' });
  const state = () => [git(root, 'count-objects'), git(root, 'for-each-ref')];
  const before = state();
  expect(await listed(look)).toEqual(['a.txt changed lines', 'b.txt created lines']);
  expect(state()).toEqual(before);
  expect(existsSync(trace)).toBe(false);
});
