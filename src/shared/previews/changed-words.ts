import { diffWordsWithSpace } from 'diff';

/** A run of a line that the other side has otherwise: from that character on, up to before `end`. */
export type ChangedRun = { start: number; end: number };

export type ChangedWords = { removed: readonly ChangedRun[]; added: readonly ChangedRun[] };

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
