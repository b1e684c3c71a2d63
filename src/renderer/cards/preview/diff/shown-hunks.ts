import type { Hunk } from '../../../../shared/previews/preview.ts';
import { type DiffLine, diffLines } from './diff-lines.ts';

/** The lines of one run of changes, numbered; the same array for the same hunk. */
export type ShownHunk = readonly DiffLine[];

/** How many lines a long diff shows first, how many once more was asked for, and how many more each time from there. */
const [first, second, further] = [400, 1_600, 4_000];

/** How many lines stand there once so many parts are shown. */
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

/** Whether the line ends of a diff differ, so that they have to be seen. */
export function hasMixedEnds(shown: readonly ShownHunk[]): boolean {
  const ends = new Set(
    shown.flat().flatMap(({ kind, text }) => (kind === 'remark' ? [] : [text.endsWith('\r')])),
  );
  return ends.size > 1;
}
