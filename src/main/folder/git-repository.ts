import { closeSync, openSync, readSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

/** More than git writes into these files, in bytes. */
const longestFile = 4_096;

/**
 * Returns the checked out branch of the repository around a folder, or the start of a detached commit; null
 * outside of git. Reads git's own files, also those of a worktree.
 */
export function gitBranch(folder: string): string | null {
  const repository = findRepository(folder);
  if (repository === null) return null;
  const head = startOf(join(repository.gitDir, 'HEAD'))?.trim();
  const [, branch] = /^ref: refs\/heads\/(.+)$/u.exec(head ?? '') ?? [];
  if (branch !== undefined) return branch;
  return /^[0-9a-f]{40,64}$/u.test(head ?? '') ? (head ?? '').slice(0, 7) : null;
}

/** Returns the top folder of the repository around a folder; null outside of git. */
export function repositoryRoot(folder: string): string | null {
  return findRepository(folder)?.root ?? null;
}

/** The top folder of a repository, and its git folder. */
export type Repository = { root: string; gitDir: string };

/** Finds the repository around a folder by git's own files, also for a worktree; null outside of git. */
export function findRepository(folder: string): Repository | null {
  for (let at = folder; ; at = dirname(at)) {
    const repository = repositoryAt(at);
    if (repository !== null || dirname(at) === at) return repository;
  }
}

/** Returns the repository whose top folder this is; null for any other folder. */
export function repositoryAt(folder: string): Repository | null {
  const git = join(folder, '.git');
  if (startOf(join(git, 'HEAD')) !== undefined) return { root: folder, gitDir: git };
  const [, elsewhere] = /^gitdir: (.+)$/mu.exec(startOf(git) ?? '') ?? [];
  return elsewhere === undefined ? null : { root: folder, gitDir: resolve(folder, elsewhere) };
}

/** Returns undefined for anything but a readable regular file. */
function startOf(path: string): string | undefined {
  try {
    if (!statSync(path).isFile()) return undefined;
    const file = openSync(path, 'r');
    try {
      const bytes = Buffer.alloc(longestFile);
      return bytes.toString('utf8', 0, readSync(file, bytes));
    } finally {
      closeSync(file);
    }
  } catch {
    return undefined;
  }
}
