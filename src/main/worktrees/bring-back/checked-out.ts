import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { PersonGit, WorkTree } from '../person-git.ts';

/**
 * Writes files of a commit into a new folder within `into`, as a checkout in the work tree would: with its ends of lines, and
 * its filters where these are on. Returns that folder. Nothing of the work tree or its index is changed.
 */
export async function checkedOut(
  git: PersonGit,
  tree: WorkTree,
  {
    commit,
    paths,
    into,
    filters,
  }: { commit: string; paths: readonly string[]; into: string; filters: boolean },
): Promise<string> {
  const folder = join(into, commit);
  await mkdir(folder, { recursive: true });
  if (paths.length === 0) return folder;
  const index = join(into, `${commit}.index`);
  await git.quietly(tree, ['read-tree', commit], { index, filters });
  const input = paths.map((path) => `${path}\0`).join('');
  await git.quietly(tree, ['checkout-index', '-z', '--stdin', '--force', `--prefix=${folder}/`], {
    index,
    filters,
    input,
  });
  return folder;
}
