import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { PersonGit, WorkTree } from './person-git.ts';

/**
 * Returns the folders in a work tree with repositories of their own, relative to it: submodules that are checked out, and
 * others, in ignored folders too. No commit of the work tree can hold what is in them. Rejects where a folder can't be read.
 */
export async function repositoriesWithin(git: PersonGit, tree: WorkTree): Promise<string[]> {
  const [staged, others, ignored] = await Promise.all([
    list(git, tree, '--stage'),
    untrackedRepositories(git, tree),
    list(git, tree, '--others', '--ignored', '--exclude-standard', '--directory'),
  ]);
  const submodules = staged
    .flatMap((entry) => /^160000 \S+ \d\t(.+)$/su.exec(entry)?.[1] ?? [])
    .filter((path) => existsSync(join(tree.root, path, '.git')));
  const hidden: string[] = [];
  for (const folder of foldersIn(ignored)) hidden.push(...(await repositoriesBelow(tree.root, folder)));
  return [...submodules, ...others, ...hidden];
}

/** The same, but only those that git neither tracks nor ignores. */
export async function untrackedRepositories(git: PersonGit, tree: WorkTree): Promise<string[]> {
  return foldersIn(await list(git, tree, '--others', '--exclude-standard'));
}

async function list(git: PersonGit, tree: WorkTree, ...args: string[]): Promise<string[]> {
  return (await git.quietly(tree, ['ls-files', '-z', ...args])).split('\0').filter((path) => path !== '');
}

function foldersIn(paths: readonly string[]): string[] {
  return paths.flatMap((path) => (path.endsWith('/') ? [path.slice(0, -1)] : []));
}

/** Returns a folder, or those in it at any depth, that are repositories; links are not followed. */
async function repositoriesBelow(root: string, folder: string): Promise<string[]> {
  const entries = await readdir(join(root, folder), { withFileTypes: true });
  const names = new Set(entries.map(({ name }) => name));
  const isBare = ['HEAD', 'objects', 'refs'].every((name) => names.has(name));
  if (names.has('.git') || isBare) return [folder];
  const found: string[] = [];
  for (const entry of entries)
    if (entry.isDirectory()) found.push(...(await repositoriesBelow(root, `${folder}/${entry.name}`)));
  return found;
}
