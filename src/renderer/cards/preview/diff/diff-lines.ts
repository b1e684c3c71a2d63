import { diffWordsWithSpace } from 'diff';
import type { Hunk } from '../../../../shared/previews/preview.ts';

/** One line of a diff; a number is null on the side where the line is not. */
export type DiffLine = {
  kind: 'same' | 'added' | 'removed' | 'remark';
  oldNumber: number | null;
  newNumber: number | null;
  text: string;
  /** The changes within it, where it stands for another line. */
  words?: readonly ChangedRun[];
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

/** Beyond so many lines in a run, which of them stands for which is anybody's guess. */
const longestRun = 100;

/** The same lines, with what changed within each that stands for another, in the order they come in. */
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

/** A run of a line that the other side has otherwise: from that character on, up to before `end`. */
export type ChangedRun = { start: number; end: number };

type ChangedWords = { removed: readonly ChangedRun[]; added: readonly ChangedRun[] };

/** Beyond this length, in characters, two lines are only compared from both ends. */
const longestCompared = 500;

/** Beyond so many differences two lines have too little in common. */
const mostDifferences = 120;

/** Least share of the longer line that both have, without which the marks would cover nearly all of it. */
const leastCommon = 0.25;

/**
 * Returns what changed within a line; null where the two lines have too little in common, or nothing at
 * all differs. Takes time in proportion to the lines, however long they are.
 */
export function changedWords(removed: string, added: string): ChangedWords | null {
  if (removed === added) return null;
  const runs =
    Math.max(removed.length, added.length) > longestCompared
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

/** Runs between which nothing but spaces or signs stands are one: a reader sees one change. */
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

/** One run: what is left of each line without the beginning and the end that both have. */
function betweenEnds(removed: string, added: string): ChangedWords {
  const most = Math.min(removed.length, added.length);
  let start = 0;
  while (start < most && removed[start] === added[start]) start += 1;
  let fromEnd = 0;
  const [lastOld, lastNew] = [removed.length - 1, added.length - 1];
  while (fromEnd < most - start && removed[lastOld - fromEnd] === added[lastNew - fromEnd]) fromEnd += 1;
  const runOf = (line: string) =>
    start < line.length - fromEnd ? [{ start, end: line.length - fromEnd }] : [];
  return { removed: runOf(removed), added: runOf(added) };
}

function hasEnoughInCommon(removed: string, added: string, runs: ChangedWords): boolean {
  const kept = Math.min(inkOutside(removed, runs.removed), inkOutside(added, runs.added));
  return kept >= leastCommon * Math.max(ink(removed), ink(added));
}

function inkOutside(line: string, runs: readonly ChangedRun[]): number {
  return ink(line) - runs.reduce((sum, { start, end }) => sum + ink(line.slice(start, end)), 0);
}

/** Number of characters that are no plain spaces. */
function ink(text: string): number {
  let count = 0;
  for (let at = 0; at < text.length; at += 1) if (text.charCodeAt(at) > 0x20) count += 1;
  return count;
}
