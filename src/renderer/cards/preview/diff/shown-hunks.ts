import type { FileDiff, Hunk } from '../../../../shared/previews/preview.ts';
import { type DiffLine, diffLines } from './diff-lines.ts';

/** The lines of one run of changes, numbered; the same array for the same hunk. */
export type ShownHunk = readonly DiffLine[];

/** Lines of a long diff: shown first, added by the first request for more, and by each one after it. */
const [first, second, further] = [400, 1_600, 4_000];

/** Returns the number of lines in so many shown parts. */
export function linesShown(parts: number): number {
  return parts === 1 ? first : second + (parts - 2) * further;
}

/** The first lines of a file's diff, and how many it has in all. */
export function shownHunks(hunks: readonly Hunk[], most: number): { shown: ShownHunk[]; lines: number } {
  const lines = hunks.reduce((sum, hunk) => sum + hunk.lines.length, 0);
  const shown: ShownHunk[] = [];
  let left = most;
  for (const hunk of hunks) {
    if (left <= 0) break;
    shown.push(diffLines({ ...hunk, lines: hunk.lines.slice(0, left) }));
    left -= hunk.lines.length;
  }
  return { shown, lines };
}

/** True if the line ends of a diff differ, so that they have to be visible. */
export function hasMixedEnds(shown: readonly ShownHunk[]): boolean {
  const ends = new Set(
    shown.flat().flatMap(({ kind, text }) => (kind === 'remark' ? [] : [text.endsWith('\r')])),
  );
  return ends.size > 1;
}

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
