import type { FileDiff, Hunk, ShownConflict } from '../../../shared/previews/preview.ts';
import type { DiffLine } from './diff-lines.ts';
import { hasLongLine, inParts, rowCount, rowsOf } from './diff-rows.ts';

/** The rows of one run of changes, numbered. */
export type ShownHunk = readonly DiffLine[];

/** How many rows of a long diff are shown first, and added by the first and by each further request. */
const [first, second, further] = [400, 1_600, 4_000];

/** Returns the number of rows in so many shown parts. */
export function rowsShown(parts: number): number {
  return parts === 1 ? first : second + (parts - 2) * further;
}

/** The first rows of a file's diff, and how many it has in all. */
export function shownHunks(hunks: readonly Hunk[], most: number): { shown: ShownHunk[]; rows: number } {
  const rows = rowsIn(hunks);
  const shown: ShownHunk[] = [];
  let left = most;
  for (const hunk of hunks) {
    if (left <= 0) break;
    const found = rowsOf(hunk, 0, left);
    shown.push(found);
    left -= found.length;
  }
  return { shown, rows };
}

/** True if the line ends of a diff differ, so that they have to be visible. */
export function hasMixedEnds(shown: readonly ShownHunk[]): boolean {
  const ends = new Set(
    shown.flat().flatMap(({ kind, text }) => (kind === 'remark' ? [] : [text.endsWith('\r')])),
  );
  return ends.size > 1;
}

/** Unchanged lines of a file: from line `from` of the new text, counted from 1. */
export type UnchangedLines = { from: number; count: number; oldFrom: number };

/** The unchanged lines before each change of a file that the diff leaves out; null where there are none. */
export function unchangedBefore(hunks: readonly Hunk[]): (UnchangedLines | null)[] {
  let [from, oldFrom] = [1, 1];
  return hunks.map(({ oldStart, oldLines, newStart, newLines }) => {
    const gap = { from, oldFrom, count: newStart - from };
    [from, oldFrom] = [newStart + newLines, oldStart + oldLines];
    return gap.count > 0 ? gap : null;
  });
}

export function unchangedLines({ from, oldFrom, count }: UnchangedLines, text: readonly string[]): ShownHunk {
  const lines = text.slice(from - 1, from - 1 + count);
  return inParts(
    lines.map((line, index) => ({
      kind: 'same',
      oldNumber: oldFrom + index,
      newNumber: from + index,
      text: line,
    })),
  );
}

/**
 * The unchanged lines after the last change of a file that the diff leaves out, and the lines themselves where the
 * whole new text is given. Null where there are none, and where they were not counted.
 */
export function unchangedAfter(
  { hunks, linesAfter: count = 0 }: Pick<FileDiff, 'hunks' | 'linesAfter'>,
  text: readonly string[] | null,
): { count: number; lines: ShownHunk | null } | null {
  const last = hunks.at(-1);
  if (last === undefined || count <= 0) return null;
  const from = last.newStart + last.newLines;
  const oldFrom = last.oldStart + last.oldLines;
  return { count, lines: text && unchangedLines({ from, oldFrom, count }, text) };
}

/** The line to open a file at: its first changed one, in the text before or after the change. */
export function firstChangedLine(hunks: readonly Hunk[], side: 'old' | 'new'): number {
  const [first] = hunks;
  if (first === undefined) return 1;
  const before = first.lines.findIndex((line) => !line.startsWith(' '));
  return Math.max(1, (side === 'old' ? first.oldStart : first.newStart) + Math.max(0, before));
}

/** A diff with more rows or files than this is cut on its card, and read in the pane. */
const [longestOnCard, mostFilesOnCard] = [80, 3];

export function fitsOnCard(files: readonly FileDiff[]): boolean {
  const rows = files.reduce(
    (sum, { hunks, conflicts = [] }) => sum + rowsIn(hunks) + conflictLines(conflicts),
    0,
  );
  return files.length <= mostFilesOnCard && rows <= longestOnCard;
}

/** True if all of a file's diff is shown in so many rows. */
export function isFileShownWhole({ hunks }: FileDiff, shown: number): boolean {
  return rowsIn(hunks) <= shown;
}

function conflictLines(conflicts: readonly ShownConflict[]): number {
  return conflicts.reduce((sum, { ours, theirs }) => sum + ours.length + theirs.length, 0);
}

function rowsIn(hunks: readonly Hunk[]): number {
  return hunks.reduce((sum, hunk) => sum + rowCount(hunk), 0);
}

/** How rows are called: a long line has several. */
export function rowNoun({ hunks }: FileDiff): 'lines' | 'rows' {
  return hunks.some(hasLongLine) ? 'rows' : 'lines';
}

/**
 * One change as it is shown: its `lines`, and above them either the unchanged lines that the person had shown
 * (`before`) or the `gap` they are folded to. `first` is the index of its first line among those of the file.
 */
export type Block = { gap: UnchangedLines | null; before: ShownHunk; lines: ShownHunk; first: number };

export function blocksOf(
  shown: readonly ShownHunk[],
  gaps: readonly (UnchangedLines | null)[],
  shownGaps: readonly number[],
  text: readonly string[] | null,
): Block[] {
  let first = 0;
  return shown.map((lines, number) => {
    const gap = gaps[number] ?? null;
    const before =
      gap !== null && text !== null && shownGaps.includes(number) ? unchangedLines(gap, text) : [];
    const block = { gap: before.length > 0 ? null : gap, before, lines, first };
    first += before.length + lines.length;
    return block;
  });
}
