import { copyFile, mkdtemp, rm, stat, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { errorCode } from '../../shared/thrown-error.ts';
import type { PersonGit, WorkTree } from './person-git.ts';
import { untrackedRepositories } from './repositories-within.ts';

/**
 * Returns a commit with all files of a work tree as they are, new ones included and ignored ones not, in the form of a
 * stash (git-stash(1)): its first parent is the commit that is checked out, or one without files where none is, its second
 * the index. Nothing of the work tree or its index is changed. Contents go through `filters` only where these are on.
 */
export async function commitOfFiles(
  git: PersonGit,
  tree: WorkTree,
  { message, filters = false }: { message: string; filters?: boolean },
): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'parley-index-'));
  try {
    const index = join(folder, 'index');
    await copyIndex(join(tree.gitDir, 'index'), index);
    const head = (await git.commitAt(tree, 'HEAD')) ?? (await commitWithoutFiles(git, tree, message));
    // An index with conflicts is no tree.
    const staged = await read(git, tree, ['write-tree'], index).catch(() => `${head}^{tree}`);
    const stagedCommit = await read(git, tree, [
      'commit-tree',
      staged,
      '-p',
      head,
      '-m',
      `index of: ${message}`,
    ]);
    // Git refuses to add one without a commit, and would add the others as submodules that are nowhere.
    const without = (await untrackedRepositories(git, tree)).map((path) => `:(exclude,top,literal)${path}`);
    await git.quietly(tree, ['-c', 'core.safecrlf=false', 'add', '--all', '--', '.', ...without], {
      index,
      filters,
    });
    const files = await read(git, tree, ['write-tree'], index);
    return await read(git, tree, ['commit-tree', files, '-p', head, '-p', stagedCommit, '-m', message]);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * Copies an index, if there is one, with its time: by that git knows which files it has to read, since they may have changed
 * in the same second (git's racy-git.txt).
 */
async function copyIndex(from: string, to: string): Promise<void> {
  try {
    const { atime, mtimeMs } = await stat(from);
    await copyFile(from, to);
    await utimes(to, atime, Math.floor(mtimeMs / 1_000));
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw error;
  }
}

async function commitWithoutFiles(git: PersonGit, tree: WorkTree, message: string): Promise<string> {
  const empty = await read(git, tree, ['mktree']);
  return read(git, tree, ['commit-tree', empty, '-m', message]);
}

/**
 * Puts the files of such a commit into a work tree that is clean and on its first parent; they are staged there or not as
 * they were.
 */
export async function putFiles(
  git: PersonGit,
  tree: WorkTree,
  { commit, filters }: { commit: string; filters: boolean },
): Promise<void> {
  const how = { filters };
  await git.quietly(tree, ['read-tree', '-m', '-u', `${commit}^1`, commit], how);
  // With -m, what git knows of unchanged files on the disk stays in the index.
  await git.quietly(tree, ['read-tree', '-m', `${commit}^2`], how);
  await git.quietly(tree, ['update-index', '-q', '--refresh'], how).catch(() => undefined);
}

async function read(
  git: PersonGit,
  tree: WorkTree,
  args: readonly string[],
  index?: string,
): Promise<string> {
  return (await git.quietly(tree, args, index === undefined ? {} : { index })).trim();
}
