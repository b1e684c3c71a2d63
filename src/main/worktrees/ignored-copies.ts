import { constants } from 'node:fs';
import { copyFile, lstat, mkdir, realpath } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { errorCode } from '../../shared/thrown-error.ts';
import type { IgnoredFile } from '../../shared/worktrees/worktree-offer.ts';
import { readWhole } from '../trust/trusted-file.ts';
import type { PersonGit, WorkTree } from './person-git.ts';

/** The file with the patterns, in the form of a `.gitignore`, of ignored files that a worktree needs too. */
const includeFile = '.worktreeinclude';

/** The most that is copied, in bytes, and the most files. */
const mostBytes = 50 * 1024 * 1024;
const mostFiles = 500;

/**
 * Returns the ignored files of a work tree that its `.worktreeinclude` names, sorted by path: regular ones without a link
 * on the way, and no more than fit into the limits.
 */
export async function ignoredFilesToCopy(git: PersonGit, tree: WorkTree): Promise<IgnoredFile[]> {
  const patterns = join(tree.root, includeFile);
  if ((await readWhole(patterns)).type !== 'read') return [];
  const named = await git.quietly(tree, [
    'ls-files',
    '-z',
    '--others',
    '--ignored',
    `--exclude-from=${patterns}`,
  ]);
  const ignored = await ignoredOf(git, tree, pathsIn(named));
  const files: IgnoredFile[] = [];
  let bytes = 0;
  for (const path of ignored.toSorted()) {
    const size = await sizeOf(tree.root, path);
    if (size === undefined || bytes + size > mostBytes || files.length === mostFiles) continue;
    bytes += size;
    files.push({ path, bytes: size });
  }
  return files;
}

/**
 * Copies into a new worktree those of the chosen files that may be copied still. One that is not ignored there stays
 * behind, for it would get into commits; one that a hook has made there already stays as it is. Returns the paths of those
 * that are there.
 */
export async function copyIgnored(
  git: PersonGit,
  { from, to, chosen }: { from: WorkTree; to: WorkTree; chosen: readonly string[] },
): Promise<string[]> {
  const may = (await ignoredFilesToCopy(git, from)).flatMap(({ path }) =>
    chosen.includes(path) ? [path] : [],
  );
  const reachable: string[] = [];
  for (const path of may) if (await canBeMade(to.root, dirname(path))) reachable.push(path);
  const copied = await ignoredOf(git, to, reachable);
  for (const path of copied) {
    await mkdir(dirname(join(to.root, path)), { recursive: true });
    const copying = copyFile(join(from.root, path), join(to.root, path), constants.COPYFILE_EXCL);
    await copying.catch((error: unknown) => {
      if (errorCode(error) !== 'EEXIST' && errorCode(error) !== 'ENOENT') throw error;
    });
  }
  return copied;
}

/** Returns those of some paths that git ignores in a work tree. */
async function ignoredOf(git: PersonGit, tree: WorkTree, paths: readonly string[]): Promise<string[]> {
  if (paths.length === 0) return [];
  const input = paths.map((path) => `${path}\0`).join('');
  // Ends with 1 where none is ignored.
  return pathsIn(await git.quietly(tree, ['check-ignore', '-z', '--stdin'], { input }).catch(() => ''));
}

function pathsIn(output: string): string[] {
  return output.split('\0').filter((path) => path !== '');
}

/** Returns the size of a regular file in a folder; undefined for anything else, and behind a link. */
async function sizeOf(root: string, path: string): Promise<number | undefined> {
  const stats = await lstat(join(root, path)).catch(() => undefined);
  return stats?.isFile() === true && (await isReachedDirectly(root, dirname(path))) ? stats.size : undefined;
}

/** True where a folder is there without a link on the way, or can be made so. */
async function canBeMade(root: string, folder: string): Promise<boolean> {
  const names = folder === '.' ? [] : folder.split('/');
  for (const index of names.keys()) {
    const stats = await lstat(join(root, ...names.slice(0, index + 1))).catch(() => undefined);
    if (stats === undefined) return true;
    if (!stats.isDirectory()) return false;
  }
  return true;
}

async function isReachedDirectly(root: string, folder: string): Promise<boolean> {
  const real = await realpath(join(root, folder)).catch(() => undefined);
  return real === join(await realpath(root), folder);
}
