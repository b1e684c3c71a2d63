import { closeSync, openSync, readSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

/** More than git writes into these files, in bytes. */
const longestFile = 4_096;

/**
 * Returns the git branch that is checked out in a folder or in the nearest one around it, the start of the
 * commit where none is; null outside of git. Reads git's own files, also those of a worktree.
 */
export function gitBranch(folder: string): string | null {
  const gitDir = findGitDir(folder);
  if (gitDir === null) return null;
  const head = startOf(join(gitDir, 'HEAD'))?.trim();
  const [, branch] = /^ref: refs\/heads\/(.+)$/u.exec(head ?? '') ?? [];
  if (branch !== undefined) return branch;
  return /^[0-9a-f]{40,64}$/u.test(head ?? '') ? (head ?? '').slice(0, 7) : null;
}

function findGitDir(folder: string): string | null {
  for (let at = folder; ; at = dirname(at)) {
    const git = join(at, '.git');
    if (startOf(join(git, 'HEAD')) !== undefined) return git;
    const [, elsewhere] = /^gitdir: (.+)$/mu.exec(startOf(git) ?? '') ?? [];
    if (elsewhere !== undefined) return resolve(at, elsewhere);
    if (dirname(at) === at) return null;
  }
}

/** Returns undefined for what can't be read or is no ordinary file. */
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
