import { createHash } from 'node:crypto';
import { mkdir, readdir } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { worktreeSlug } from '../../shared/worktrees/branch-name.ts';

/** Returns the folder with all worktrees of a data folder: beside it, for no agent works within. */
export function worktreesFolder(dataDir: string): string {
  return `${dataDir}-worktrees`;
}

/**
 * Returns the folder with the worktrees of one repository, given by the git folder that its worktrees share: the name
 * of the repository, with a short id that its path makes, for several can have the same name.
 */
export function repositoryPlace(dataDir: string, commonDir: string): string {
  const ownName = basename(commonDir) === '.git' ? basename(dirname(commonDir)) : basename(commonDir);
  const id = createHash('sha256').update(commonDir).digest('hex').slice(0, 8);
  return join(worktreesFolder(dataDir), `${worktreeSlug(ownName.replace(/\.git$/, ''))}-${id}`);
}

/** Makes the folder of a repository's worktrees, which nobody else may read, and returns the names in it. */
export async function openRepositoryPlace(place: string): Promise<string[]> {
  await mkdir(dirname(place), { recursive: true, mode: 0o700 });
  await mkdir(place, { recursive: true, mode: 0o700 });
  return readdir(place);
}
