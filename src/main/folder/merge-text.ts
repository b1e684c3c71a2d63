import { diff3MergeRegions } from 'node-diff3';
import { everyLineEnd } from '../../shared/previews/text-diff.ts';
import { type Conflict, linesWithEnds, type MergedText } from './conflicts.ts';

/**
 * Applies the change from `base` to `theirs` to `ours`: a three-way merge by lines (Khanna, Kunal and Pierce, "A
 * Formal Investigation of Diff3"). Changes that touch conflict, unless both sides made the same. Where one side
 * only has other line ends, the change gets those.
 */
export function mergeTexts(base: string, ours: string, theirs: string): MergedText {
  const inOurEnds = lineEndsOf(base, ours);
  const [o, a, b] = [linesWithEnds(inOurEnds(base)), linesWithEnds(ours), linesWithEnds(inOurEnds(theirs))];
  const merged: string[] = [];
  const conflicts: Conflict[] = [];
  for (const part of parts(o, a, b)) {
    for (const region of regionsOf(part)) {
      if (!('theirs' in region)) merged.push(...region.lines);
      else {
        const { head, ours: our, theirs: their, tail } = narrowed(region);
        for (const line of head) merged.push(line);
        if (our.length + their.length > 0) conflicts.push({ start: merged.length, ours: our, theirs: their });
        for (const line of [...our, ...tail]) merged.push(line);
      }
    }
  }
  return { text: merged.join(''), conflicts };
}

/**
 * Returns a function that converts a text's line ends from those of `base` to those of `ours`, if each has only
 * one kind.
 */
function lineEndsOf(base: string, ours: string): (text: string) => string {
  const [from, to] = [onlyEnd(base), onlyEnd(ours)];
  if (from === undefined || to === undefined || from === to) return (text) => text;
  return (text) => text.replace(everyLineEnd, (end) => (end === from ? to : end));
}

function onlyEnd(text: string): string | undefined {
  const ends = new Set(text.match(everyLineEnd));
  return ends.size === 1 ? [...ends][0] : undefined;
}

/** Lines of the base and both sides between two lines that all three share. */
type Part = { o: string[]; a: string[]; b: string[] };

/**
 * Cuts three texts at the lines that each has once, in the same order: merging takes quadratic time, too much for
 * one long text.
 */
function* parts(o: string[], a: string[], b: string[]): Generator<Part> {
  let [fromO, fromA, fromB] = [0, 0, 0];
  const until = (toO: number, toA: number, toB: number): Part => ({
    o: o.slice(fromO, toO),
    a: a.slice(fromA, toA),
    b: b.slice(fromB, toB),
  });
  for (const [atO, atA, atB] of commonLines(o, a, b)) {
    yield until(atO, atA, atB);
    yield { o: [o[atO] ?? ''], a: [a[atA] ?? ''], b: [b[atB] ?? ''] };
    [fromO, fromA, fromB] = [atO + 1, atA + 1, atB + 1];
  }
  yield until(o.length, a.length, b.length);
}

type Offsets = readonly [o: number, a: number, b: number];

function commonLines(o: string[], a: string[], b: string[]): Offsets[] {
  const [inA, inB] = [linesThereOnce(a), linesThereOnce(b)];
  const places: Offsets[] = [];
  for (const [line, atO] of linesThereOnce(o)) {
    const [atA, atB] = [inA.get(line), inB.get(line)];
    if (atA !== undefined && atB !== undefined) places.push([atO, atA, atB]);
  }
  return longestRising(
    longestRising(places, ([, atA]) => atA),
    ([, , atB]) => atB,
  );
}

function linesThereOnce(lines: readonly string[]): Map<string, number> {
  const once = new Map<string, number>();
  const seen = new Set<string>();
  for (const [at, line] of lines.entries()) {
    if (seen.has(line)) once.delete(line);
    else once.set(line, at);
    seen.add(line);
  }
  return once;
}

/** Returns the longest subsequence in which a number rises (patience sorting). */
function longestRising<Item>(items: readonly Item[], numberOf: (item: Item) => number): Item[] {
  type Link = { item: Item; before: Link | undefined };
  const ends: Link[] = [];
  for (const item of items) {
    let [low, high] = [0, ends.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      const end = ends[middle];
      if (end !== undefined && numberOf(end.item) < numberOf(item)) low = middle + 1;
      else high = middle;
    }
    ends[low] = { item, before: ends[low - 1] };
  }
  const found: Item[] = [];
  for (let link = ends.at(-1); link !== undefined; link = link.before) found.push(link.item);
  return found.reverse();
}

type Sides = { ours: string[]; theirs: string[] };

/** A part that needs more steps counts as one conflict. */
const mostSteps = 200_000_000;

function* regionsOf({ o, a, b }: Part): Generator<{ lines: string[] } | Sides> {
  if (isSame(o, b) || isSame(a, b)) yield { lines: a };
  else if (isSame(o, a)) yield { lines: b };
  else if (stepsFor(o, a) + stepsFor(o, b) > mostSteps) yield { ours: a, theirs: b };
  else
    for (const region of diff3MergeRegions(a, o, b))
      yield region.stable
        ? { lines: region.bufferContent }
        : { ours: region.aContent, theirs: region.bContent };
}

/** The most steps of a comparison: each pair of equal lines with each line. */
function stepsFor(o: readonly string[], side: readonly string[]): number {
  const counts = new Map<string, number>();
  for (const line of o) counts.set(line, (counts.get(line) ?? 0) + 1);
  const pairs = side.reduce((sum, line) => sum + (counts.get(line) ?? 0), 0);
  return pairs * Math.min(o.length, side.length);
}

function isSame(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((line, at) => line === other[at]);
}

/** Removes lines from the start and end of a conflict that both sides share. */
function narrowed({ ours, theirs }: Sides): Sides & { head: string[]; tail: string[] } {
  const most = Math.min(ours.length, theirs.length);
  let head = 0;
  while (head < most && ours[head] === theirs[head]) head += 1;
  let tail = 0;
  while (tail < most - head && ours.at(-1 - tail) === theirs.at(-1 - tail)) tail += 1;
  return {
    head: ours.slice(0, head),
    ours: ours.slice(head, ours.length - tail),
    theirs: theirs.slice(head, theirs.length - tail),
    tail: ours.slice(ours.length - tail),
  };
}
