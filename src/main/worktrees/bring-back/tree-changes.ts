import type { LeftOut, WhyLeftOut } from '../../../shared/previews/preview.ts';
import { modes, type RawChange, rawChanges } from '../changes-since.ts';
import type { PersonGit } from '../person-git.ts';

/** A regular file that differs between two commits, with the names of its contents; `path` is relative to the top folder. */
export type TreeChange = { path: string; before: string | null; after: string | null };

/** Returns the regular files that differ between two commits, and what can't be brought from one to the other. */
export async function treeChanges(
  git: PersonGit,
  gitDir: string,
  { from, to }: { from: string; to: string },
): Promise<{ changes: TreeChange[]; leftOut: LeftOut[] }> {
  const args = ['diff-tree', '-r', '-z', '--raw', '--no-abbrev', '--no-renames', from, to];
  const all = rawChanges(await git.quietly({ gitDir }, args));
  const leftOut: LeftOut[] = [];
  const changes: TreeChange[] = [];
  for (const change of all) {
    const why = whyNot(change);
    if (why === undefined)
      changes.push({
        path: change.path,
        before: change.modeBefore === modes.none ? null : change.blob,
        after: change.modeAfter === modes.none ? null : change.blobAfter,
      });
    else leftOut.push({ path: change.path, why });
  }
  return { changes, leftOut };
}

function whyNot({ path, modeBefore, modeAfter, blob, blobAfter }: RawChange): WhyLeftOut | undefined {
  const sides = [modeBefore, modeAfter];
  if (sides.includes(modes.repository)) return 'repository';
  if (sides.includes(modes.link)) return 'link';
  if (blob === blobAfter) return 'mode';
  // Git names a file by bytes; these are none of any text.
  return path.includes('\ufffd') ? 'name' : undefined;
}
