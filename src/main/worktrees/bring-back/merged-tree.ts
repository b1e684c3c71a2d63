import { GitFailed } from '../../folder/quiet-git.ts';
import type { PersonGit, WorkTree } from '../person-git.ts';

type Sides = { ours: string; theirs: string };

/** Returns the tree that a merge without conflicts makes; undefined where it has some, or git is too old to tell (before 2.38). */
export async function mergedTree(
  git: PersonGit,
  at: WorkTree,
  { ours, theirs }: Sides,
): Promise<string | undefined> {
  try {
    const output = await git.quietly(at, [
      ...(await driversOff(git, at)),
      'merge-tree',
      '--write-tree',
      ours,
      theirs,
    ]);
    return output.trim();
  } catch (error) {
    if (error instanceof GitFailed) return undefined;
    throw error;
  }
}

/** A driver is a program of the person's; in place of each stands one that can't merge. */
export async function driversOff(git: PersonGit, at: WorkTree): Promise<string[]> {
  const found = await git.look(at.root, 'config', '--name-only', '--get-regexp', '^merge\\..*\\.driver$');
  const names = (found ?? '').split('\n').filter((name) => name !== '');
  return names.flatMap((name) => ['-c', `${name}=false`]);
}
