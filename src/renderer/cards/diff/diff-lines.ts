import { diffWordsWithSpace } from 'diff';
import { changedRuns } from '../../../shared/previews/text-diff.ts';
import type { Hunk } from '../../../shared/previews/preview.ts';

/**
 * The part of a long line that one row shows, and how many characters are left out before and after it; where
 * the line continues in the next row, that row says so.
 */
export type LinePart = { from: number; to: number; cutBefore: number; cutAfter: number };

/** One line of a diff; its number is null on the side that does not have it. */
export type DiffLine = {
  kind: 'same' | 'added' | 'removed' | 'remark';
  oldNumber: number | null;
  newNumber: number | null;
  text: string;
  /** What changed within the line, if it replaces another. */
  words?: readonly ChangedRun[];
  /** Set if the row is a part of a long line; only the first part has the line's numbers. */
  part?: LinePart;
};

/** The lines of a hunk with their numbers in the old and the new file. */
export function diffLines({ oldStart, newStart, lines }: Hunk): DiffLine[] {
  let [old, now] = [oldStart, newStart];
  return lines.map((line): DiffLine => {
    const text = line.slice(1);
    switch (line.charAt(0)) {
      case '+':
        return { kind: 'added', oldNumber: null, newNumber: now++, text };
      case '-':
        return { kind: 'removed', oldNumber: old++, newNumber: null, text };
      case '\\':
        return { kind: 'remark', oldNumber: null, newNumber: null, text: text.trim() };
      default:
        return { kind: 'same', oldNumber: old++, newNumber: now++, text };
    }
  });
}

/** In longer runs, which line replaces which is a guess. */
const longestRun = 100;

/** Adds what changed within each line that replaces another. */
export function withWords(lines: readonly DiffLine[]): DiffLine[] {
  const words = new Map<DiffLine, readonly ChangedRun[]>();
  let [removed, added]: [DiffLine[], DiffLine[]] = [[], []];

  function flush(): void {
    const most = Math.max(removed.length, added.length) > longestRun ? 0 : removed.length;
    for (const [index, old] of removed.slice(0, most).entries()) {
      const now = added[index];
      const runs = now && changedWords(old.text, now.text);
      if (!runs) continue;
      words.set(old, runs.removed);
      words.set(now, runs.added);
    }
    [removed, added] = [[], []];
  }

  for (const line of lines) {
    if (line.kind === 'removed' && added.length > 0) flush();
    if (line.kind === 'removed') removed.push(line);
    else if (line.kind === 'added') added.push(line);
    else if (line.kind === 'same') flush();
  }
  flush();
  return lines.map((line) => {
    const runs = words.get(line);
    return runs === undefined || runs.length === 0 ? line : { ...line, words: runs };
  });
}

/** Characters that the other side does not have, from `start` up to before `end`. */
export type ChangedRun = { start: number; end: number };

type ChangedWords = { removed: readonly ChangedRun[]; added: readonly ChangedRun[] };

/** A line of more characters than this is shown in parts. */
export const longestWhole = 1_000;

/** Longer lines are only compared from both ends. */
const longestCompared = 500;

/** Lines with more differences have too little in common. */
const mostDifferences = 120;

/** With less of the longer line in common, nearly all of it would be marked. */
const leastCommon = 0.25;

/**
 * Returns what changed within a line; null if the lines have too little in common, or are the same. Takes
 * time linear in their length.
 */
export function changedWords(removed: string, added: string): ChangedWords | null {
  if (removed === added) return null;
  const length = Math.max(removed.length, added.length);
  const runs =
    length > longestWhole
      ? byPieces(removed, added)
      : length > longestCompared
        ? betweenEnds(removed, added)
        : byWords(removed, added);
  return runs !== null && hasEnoughInCommon(removed, added, runs) ? runs : null;
}

function byWords(removed: string, added: string): ChangedWords | null {
  const parts = diffWordsWithSpace(removed, added, { maxEditLength: mostDifferences });
  if (parts === undefined) return null;
  const runs: { removed: ChangedRun[]; added: ChangedRun[] } = { removed: [], added: [] };
  let [old, now] = [0, 0];
  for (const part of parts) {
    const { length } = part.value;
    if (part.removed) runs.removed.push({ start: old, end: old + length });
    if (part.added) runs.added.push({ start: now, end: now + length });
    if (!part.added) old += length;
    if (!part.removed) now += length;
  }
  return { removed: joined(runs.removed, removed), added: joined(runs.added, added) };
}

/** Joins runs with nothing but spaces or signs between them: a reader sees one change. */
function joined(runs: readonly ChangedRun[], line: string): ChangedRun[] {
  const found: ChangedRun[] = [];
  for (const run of runs) {
    const last = found.at(-1);
    if (last !== undefined && /^[^\p{L}\p{N}]{0,2}$/u.test(line.slice(last.end, run.start)))
      last.end = run.end;
    else found.push({ ...run });
  }
  return found;
}

/** The most time for one long line, in milliseconds; beyond it the line is only compared from both ends. */
const longestComparing = 100;

/**
 * For lines too long to compare by words: compares the pieces between signs, then what differs within these.
 * If one side has nothing there, its run is empty.
 */
function byPieces(removed: string, added: string): ChangedWords {
  const first = signBefore(removed, commonEnds(removed, added).start);
  const { fromEnd } = commonEnds(removed.slice(first), added.slice(first));
  const last = signAfter(removed, removed.length - fromEnd);
  const old = piecesOf(removed.slice(first, last));
  const now = piecesOf(added.slice(first, added.length - removed.length + last));
  const runs = changedRuns(old, now, longestComparing);
  if (runs === undefined) return betweenEnds(removed, added);
  const [oldStarts, newStarts] = [startsOf(old, first), startsOf(now, first)];
  const found: { removed: ChangedRun[]; added: ChangedRun[] } = { removed: [], added: [] };
  for (const { oldFrom, oldTo, newFrom, newTo } of runs) {
    const [oldStart, newStart] = [oldStarts[oldFrom] ?? 0, newStarts[newFrom] ?? 0];
    const was = removed.slice(oldStart, oldStarts[oldTo]);
    const is = added.slice(newStart, newStarts[newTo]);
    const isSmall = runs.length <= mostDifferences && Math.max(was.length, is.length) <= longestCompared;
    const inner = (isSmall ? byWords(was, is) : null) ?? betweenEnds(was, is);
    found.removed.push(...moved(inner.removed, oldStart));
    found.added.push(...moved(inner.added, newStart));
  }
  return found;
}

function piecesOf(line: string): string[] {
  return line.match(/[^;,{}]+[;,{}]?|[;,{}]/g) ?? [];
}

/** The signs between pieces. */
const signs = [';', ',', '{', '}'];

/** Returns the last position up to `at` that is behind a sign, or the beginning. */
function signBefore(line: string, at: number): number {
  return at === 0 ? 0 : 1 + Math.max(...signs.map((sign) => line.lastIndexOf(sign, at - 1)));
}

/** Returns the first position from `at` on that is behind a sign, or the end. */
function signAfter(line: string, at: number): number {
  const found = signs
    .map((sign) => line.indexOf(sign, Math.max(0, at - 1)))
    .filter((position) => position !== -1);
  return found.length === 0 ? line.length : 1 + Math.min(...found);
}

/** Returns the positions at which pieces begin, from `first` on, and the end of the last one. */
function startsOf(pieces: readonly string[], first: number): number[] {
  const starts = [first];
  for (const { length } of pieces) starts.push((starts.at(-1) ?? 0) + length);
  return starts;
}

function moved(runs: readonly ChangedRun[], by: number): ChangedRun[] {
  if (runs.length === 0) return [{ start: by, end: by }];
  return runs.map(({ start, end }) => ({ start: start + by, end: end + by }));
}

/** Returns one run: the line without the beginning and end that both have. */
function betweenEnds(removed: string, added: string): ChangedWords {
  const { start, fromEnd } = commonEnds(removed, added);
  const runOf = (line: string) =>
    start < line.length - fromEnd ? [{ start, end: line.length - fromEnd }] : [];
  return { removed: runOf(removed), added: runOf(added) };
}

/** Returns how many characters two lines have in common at their beginning, and how many of the rest at their end. */
function commonEnds(removed: string, added: string): { start: number; fromEnd: number } {
  const most = Math.min(removed.length, added.length);
  let start = 0;
  while (start < most && removed[start] === added[start]) start += 1;
  let fromEnd = 0;
  const [lastOld, lastNew] = [removed.length - 1, added.length - 1];
  while (fromEnd < most - start && removed[lastOld - fromEnd] === added[lastNew - fromEnd]) fromEnd += 1;
  return { start, fromEnd };
}

function hasEnoughInCommon(removed: string, added: string, runs: ChangedWords): boolean {
  const kept = Math.min(inkOutside(removed, runs.removed), inkOutside(added, runs.added));
  return kept >= leastCommon * Math.max(ink(removed), ink(added));
}

function inkOutside(line: string, runs: readonly ChangedRun[]): number {
  return ink(line) - runs.reduce((sum, { start, end }) => sum + ink(line.slice(start, end)), 0);
}

function ink(text: string): number {
  let count = 0;
  for (let at = 0; at < text.length; at += 1) if (text.charCodeAt(at) > 0x20) count += 1;
  return count;
}
