import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { WorkTree } from '../person-git.ts';

/** The clock of a file system may be a little behind. */
const coarseness = 50;

/**
 * Removes the locks that a git which was killed has left since a time in milliseconds since 1970, and the index of a commit
 * that it did not get to. To be called once that git is gone; `refs` are the branches that it was to write.
 */
export async function removeLocks(
  { gitDir, commonDir = gitDir }: WorkTree & { commonDir?: string },
  { since, refs }: { since: number; refs: readonly string[] },
): Promise<void> {
  const names = await readdir(gitDir).catch(() => []);
  const locks = names.filter((name) => /^((HEAD|ORIG_HEAD|index)|next-index-\d+)\.lock$/.test(name));
  const all = [
    ...locks.map((name) => join(gitDir, name)),
    ...refs.map((ref) => join(commonDir, `${ref}.lock`)),
  ];
  for (const lock of all) {
    const stats = await stat(lock).catch(() => undefined);
    if (stats !== undefined && stats.mtimeMs >= since - coarseness) await rm(lock, { force: true });
  }
}
