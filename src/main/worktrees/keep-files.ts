import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { errorCode } from '../../shared/thrown-error.ts';
import type { PersonGit, WorkTree } from './person-git.ts';

/**
 * Returns a commit with all files of a work tree as they are, new ones included and ignored ones not, in the form of a
 * stash (git-stash(1)): its first parent is the commit that is checked out, or one without files where none is, its second
 * the index. Nothing of the work tree or its index is changed. Contents are taken as they are, without filters.
 */
export async function commitOfFiles(git: PersonGit, tree: WorkTree, message: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'parley-index-'));
  try {
    const index = join(folder, 'index');
    await copyFile(join(tree.gitDir, 'index'), index).catch((error: unknown) => {
      if (errorCode(error) !== 'ENOENT') throw error;
    });
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
    await git.quietly(tree, ['-c', 'core.safecrlf=false', 'add', '--all'], { index });
    const files = await read(git, tree, ['write-tree'], index);
    return await read(git, tree, ['commit-tree', files, '-p', head, '-p', stagedCommit, '-m', message]);
  } finally {
    await rm(folder, { recursive: true, force: true });
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
export async function putFiles(git: PersonGit, tree: WorkTree, commit: string): Promise<void> {
  await git.quietly(tree, ['read-tree', '-m', '-u', `${commit}^1`, commit]);
  await git.quietly(tree, ['read-tree', `${commit}^2`]);
  await git.quietly(tree, ['update-index', '-q', '--refresh']).catch(() => undefined);
}

async function read(
  git: PersonGit,
  tree: WorkTree,
  args: readonly string[],
  index?: string,
): Promise<string> {
  return (await git.quietly(tree, args, index === undefined ? {} : { index })).trim();
}
