import { access, constants, readdir } from 'node:fs/promises';
import { join, relative, resolve, sep } from 'node:path';
import type { PersonGit, WorkTree } from '../person-git.ts';

/** The hooks of a work tree, by their names, and the folder that they are in. */
export type GitHooks = { folder: string; names: string[] };

/** Returns the hooks that git would run in a work tree, where it runs any; `commonDir` is the git folder of its repository. */
export async function gitHooks(git: PersonGit, tree: WorkTree, commonDir: string): Promise<GitHooks> {
  const set = await git.look(
    tree.root,
    'config',
    '--show-origin',
    '--type=path',
    '--get-all',
    'core.hooksPath',
  );
  // The last one is what keeps git from running hooks while it looks.
  const own = (set ?? '').split('\n').filter((line) => line !== '' && !line.startsWith('command line:'));
  const path = own.at(-1)?.split('\t').slice(1).join('\t');
  const folder = path === undefined ? join(commonDir, 'hooks') : resolve(tree.root, path);
  const names: string[] = [];
  for (const name of await readdir(folder).catch(() => []))
    if (hookName.test(name) && (await runs(join(folder, name)))) names.push(name);
  return { folder, names: names.toSorted() };
}

/** Samples have an ending. */
const hookName = /^[a-z][a-z0-9-]*$/;

async function runs(path: string): Promise<boolean> {
  return access(path, constants.X_OK).then(
    () => true,
    () => false,
  );
}

/** Returns the files with hooks that are not as they were at a commit: they stand in the work tree, where an agent can write. */
export async function changedHooks(
  git: PersonGit,
  tree: WorkTree,
  { folder, base }: { folder: string; base: string },
): Promise<string[]> {
  const place = placeOfHooks(tree, folder);
  if (place === undefined) return [];
  const [changed, others] = await Promise.all([
    git.quietly(tree, [...diff, base, '--', place]),
    git.quietly(tree, ['ls-files', '-z', '--others', '--exclude-standard', '--', place]),
  ]);
  return sortedPaths(`${changed}${others}`);
}

/** Returns the files with hooks in a work tree that differ between two commits. */
export async function hooksBetween(
  git: PersonGit,
  tree: WorkTree,
  { folder, from, to }: { folder: string; from: string; to: string },
): Promise<string[]> {
  const place = placeOfHooks(tree, folder);
  return place === undefined ? [] : sortedPaths(await git.quietly(tree, [...diff, from, to, '--', place]));
}

const diff = ['diff', '--name-only', '-z', '--no-renames'];

/** Returns what of a work tree has its hooks; undefined where they are elsewhere. */
function placeOfHooks({ root }: WorkTree, folder: string): string | undefined {
  const within = relative(root, folder);
  if (within === '' || within === '..' || within.startsWith(`..${sep}`) || resolve(within) === within)
    return undefined;
  const [place = within] = within.split(sep);
  // The hooks of husky are in the folder above the one that it has git look in.
  return place === '.git' ? undefined : place;
}

function sortedPaths(output: string): string[] {
  return [...new Set(output.split('\0'))].filter((path) => path !== '').toSorted();
}
