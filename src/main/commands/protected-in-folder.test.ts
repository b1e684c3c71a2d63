import { execFileSync } from 'node:child_process';
import { chmodSync, linkSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { temporaryFolder } from '../../../test/main/temporary-folder.ts';
import { newlyProtected, protectedInFolder } from './protected-in-folder.ts';

function folderWith(...names: string[]): string {
  const root = temporaryFolder();
  for (const name of names) write(root, name);
  return root;
}

function write(root: string, name: string): void {
  mkdirSync(dirname(join(root, name)), { recursive: true });
  writeFileSync(join(root, name), 'x');
}

async function found(root: string) {
  const { unreadable = [], unchanged = [] } = (await protectedInFolder(root)) ?? {};
  const names = (paths: string[]) => paths.map((path) => relative(root, path)).toSorted();
  return { unreadable: names(unreadable), unchanged: names(unchanged) };
}

it('tells secrets from files that stay as they are', async () => {
  const root = folderWith(
    '.env',
    'a/b/.env.local',
    'key.pem',
    'package.json',
    '.vscode/tasks.json',
    'src/a.ts',
  );
  expect(await found(root)).toEqual({
    unreadable: ['.env', 'a/b/.env.local', 'key.pem'],
    unchanged: ['.vscode', 'package.json'],
  });
});

it('keeps folders whole that protect all that is in them, and secrets in these too', async () => {
  const root = folderWith(
    '.github/workflows/ci.yml',
    '.github/workflows/.env',
    '.aws/credentials',
    'build/out.js',
  );
  expect(await found(root)).toEqual({
    unreadable: ['.aws', '.github/workflows/.env'],
    unchanged: ['.github/workflows'],
  });
});

it('keeps git’s files from being read, of every repository in the folder and around it', async () => {
  const root = folderWith('a.txt', 'bare/HEAD', 'bare/objects/x', 'bare/refs/x', 'inner/.git');
  execFileSync('git', ['init', '-q'], { cwd: root });
  expect((await found(root)).unreadable).toEqual(['.git', '.git', 'bare', 'inner/.git']);
  expect((await found(join(root, 'inner'))).unreadable).toContain('../.git');
});

it('follows links to what they lead to', async () => {
  const root = folderWith('.env', 'secret/.aws/x', 'mk/rules');
  symlinkSync('.env', join(root, 'notes'));
  symlinkSync('mk/rules', join(root, 'Makefile'));
  symlinkSync('../elsewhere', join(root, 'package.json'));
  const { unreadable, unchanged } = await found(root);
  expect(new Set(unreadable)).toEqual(new Set(['.env', 'secret/.aws']));
  expect(unchanged).toEqual(['mk/rules', 'package.json']);
});

it('leaves installed packages out, but for the programs that they bring', async () => {
  const root = folderWith(
    'node_modules/a/package.json',
    'node_modules/a/test/key.pem',
    'node_modules/.bin/a',
  );
  expect(await found(root)).toEqual({ unreadable: [], unchanged: ['node_modules/.bin'] });
});

it.each(['.env', 'package.json', 'certs/server.key'])(
  'finds nothing safe where %s has a second name',
  async (name) => {
    const root = folderWith(name);
    linkSync(join(root, name), join(root, 'second'));
    expect(await protectedInFolder(root)).toBeUndefined();
  },
);

it('finds nothing safe in git’s own folder, nor among too many files', async () => {
  const root = folderWith('a.txt');
  execFileSync('git', ['init', '-q'], { cwd: root });
  expect(await protectedInFolder(join(root, '.git'))).toBeUndefined();
  for (let index = 0; index < 1_501; index += 1) write(root, `${index}/Makefile`);
  expect(await protectedInFolder(root)).toBeUndefined();
});

it.skipIf(process.getuid?.() === 0)('keeps folders whole that it can’t look into', async () => {
  const root = folderWith('locked/.env');
  chmodSync(join(root, 'locked'), 0);
  onTestFinished(() => chmodSync(join(root, 'locked'), 0o700));
  expect((await found(root)).unreadable).toEqual(['locked']);
});

it('names protected files that are new, and links that lead elsewhere now', async () => {
  const root = folderWith('package.json', '.vscode/a.json', 'src/a.ts', 'x', 'y');
  symlinkSync('x', join(root, 'CLAUDE.md'));
  const before = await protectedInFolder(root);
  for (const name of ['.envrc', 'sub/.env', '.vscode/b.json', 'src/b.ts']) write(root, name);
  execFileSync('ln', ['-sf', 'y', join(root, 'CLAUDE.md')]);
  const after = await protectedInFolder(root);
  if (before === undefined || after === undefined) throw new Error('Nothing was found.');
  expect(newlyProtected(root, before, after)).toEqual(['.envrc', 'CLAUDE.md', 'sub/.env']);
});
