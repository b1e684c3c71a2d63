import type { FileDiff, Hunk, ShownConflict } from '../../../../shared/previews/preview.ts';
import { type DiffLine, diffLines, withWords } from './diff-lines.ts';

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
  const lines = linesOf(hunks);
  const shown: ShownHunk[] = [];
  let left = most;
  for (const hunk of hunks) {
    if (left <= 0) break;
    shown.push(withWords(diffLines({ ...hunk, lines: hunk.lines.slice(0, left) })));
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

/** Unchanged lines between the changes of a file: from that line of the new text on, numbered from 1. */
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

/** Those lines, out of the whole new text. */
export function unchangedLines({ from, oldFrom, count }: UnchangedLines, text: readonly string[]): ShownHunk {
  return text.slice(from - 1, from - 1 + count).map((line, index) => ({
    kind: 'same',
    oldNumber: oldFrom + index,
    newNumber: from + index,
    text: line,
  }));
}

/** Number of unchanged lines that a diff has around a change, unless the file begins or ends within them. */
const context = 3;

/**
 * The unchanged lines after the last change of a file that the diff leaves out: their lines where the whole new
 * text is given, else null. Null in all where there are none.
 */
export function unchangedAfter(
  hunks: readonly Hunk[],
  text: readonly string[] | null,
): { lines: ShownHunk | null } | null {
  const last = hunks.at(-1);
  if (last === undefined || !last.lines.slice(-context).every((line) => line.startsWith(' '))) return null;
  if (text === null) return { lines: null };
  const from = last.newStart + last.newLines;
  const whole = text.at(-1) === '' ? text.length - 1 : text.length;
  const count = whole - from + 1;
  const oldFrom = last.oldStart + last.oldLines;
  return count > 0 ? { lines: unchangedLines({ from, oldFrom, count }, text) } : null;
}

/** The line to open a file at: its first changed one, in the text before or after the change. */
export function firstChangedLine(hunks: readonly Hunk[], side: 'old' | 'new'): number {
  const [first] = hunks;
  if (first === undefined) return 1;
  const before = first.lines.findIndex((line) => !line.startsWith(' '));
  return Math.max(1, (side === 'old' ? first.oldStart : first.newStart) + Math.max(0, before));
}

/** A diff with more lines or files than this is cut on its card, and read in the pane. */
const [longestOnCard, mostFilesOnCard] = [80, 3];

export function fitsOnCard(files: readonly FileDiff[]): boolean {
  const lines = files.reduce(
    (sum, { hunks, conflicts = [] }) => sum + linesOf(hunks) + conflictLines(conflicts),
    0,
  );
  return files.length <= mostFilesOnCard && lines <= longestOnCard;
}

/** True if all of a file's diff is shown in so many parts. */
export function isFileShownWhole({ hunks }: FileDiff, parts: number): boolean {
  return linesOf(hunks) <= linesShown(parts);
}

function conflictLines(conflicts: readonly ShownConflict[]): number {
  return conflicts.reduce((sum, { ours, theirs }) => sum + ours.length + theirs.length, 0);
}

function linesOf(hunks: readonly Hunk[]): number {
  return hunks.reduce((sum, { lines }) => sum + lines.length, 0);
}

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
