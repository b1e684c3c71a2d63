import type { FileDiff } from '../../../../shared/previews/preview.ts';

/** A file with more lines than this begins folded, and so do files after so many lines in all. */
const [longFile, longPreview] = [400, 1_200];

/** Returns the files of a preview that begin open. Nothing is ever cut; a folded one shows its length. */
export function initiallyOpen(files: readonly FileDiff[], ended: boolean): ReadonlySet<string> {
  const open = new Set<string>();
  let before = 0;
  for (const { path, hunks } of files) {
    const lines = hunks.reduce((sum, hunk) => sum + hunk.lines.length, 0);
    before += lines;
    if (!ended && lines <= longFile && before <= longPreview) open.add(path);
  }
  return open;
}
