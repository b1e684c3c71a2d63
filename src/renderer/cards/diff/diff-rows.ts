import type { Hunk } from '../../../shared/previews/preview.ts';
import { type ChangedRun, type DiffLine, diffLines, longestWhole, withWords } from './diff-lines.ts';

/** How many characters are shown around a change within a long line, and of a line that does not change. */
const [around, ofUnchanged] = [80, 160];

/** Characters in one row of a long line: a few lines of text at any width. */
const inRow = 200;

/** How many lines of a hunk are compared at once. */
const comparedAtOnce = 400;

/** The rows of a hunk that were made so far, by the number of their first line. */
type Made = { lines: readonly DiffLine[]; rows: Map<number, readonly DiffLine[]> };

const made = new WeakMap<Hunk, Made>();

/**
 * Returns the rows `from` up to before `to`; a long line has several. The same row is the same object every
 * time.
 */
export function rowsOf(hunk: Hunk, from: number, to: number): readonly DiffLine[] {
  if (hasLongLine(hunk)) return allRows(hunk).slice(from, to);
  const { lines, rows } = madeOf(hunk);
  const found: DiffLine[] = [];
  for (let at = from - (from % comparedAtOnce); at < Math.min(to, lines.length); at += comparedAtOnce) {
    const some = rows.get(at) ?? withWords(lines.slice(at, at + comparedAtOnce));
    rows.set(at, some);
    found.push(...some.slice(Math.max(0, from - at), to - at));
  }
  return found;
}

export function shownText({ text, part }: DiffLine): string {
  return part === undefined ? text : text.slice(part.from, part.to);
}

export function rowCount(hunk: Hunk): number {
  return hasLongLine(hunk) ? allRows(hunk).length : hunk.lines.length;
}

export function hasLongLine({ lines }: Hunk): boolean {
  return lines.some(({ length }) => length > longestWhole + 1);
}

/** Returns the rows of a hunk with a long line, which has to be compared before its rows can be counted. */
function allRows(hunk: Hunk): readonly DiffLine[] {
  const { lines, rows } = madeOf(hunk);
  const all = rows.get(0) ?? inParts(withWords(lines));
  rows.set(0, all);
  return all;
}

function madeOf(hunk: Hunk): Made {
  const found = made.get(hunk) ?? { lines: diffLines(hunk), rows: new Map() };
  made.set(hunk, found);
  return found;
}

/**
 * Splits long lines: around each change, or the beginning of a line that does not change; a line that is new,
 * gone or quite different stays whole.
 */
export function inParts(lines: readonly DiffLine[]): DiffLine[] {
  return lines.flatMap((line) => (line.text.length > longestWhole ? partsOf(line) : [line]));
}

function partsOf(line: DiffLine): DiffLine[] {
  const { text, words } = line;
  const windows = windowsOf(line);
  const within = words === undefined ? undefined : runsWithin(words);
  return windows.flatMap(({ start, end }, number) =>
    rowsIn(text, start, end).map(([from, to], row): DiffLine => {
      const isFirst = number === 0 && row === 0;
      const isLast = number === windows.length - 1 && to === end;
      const part = {
        from,
        to,
        cutBefore: row > 0 ? 0 : from - (windows[number - 1]?.end ?? 0),
        cutAfter: isLast ? text.length - to : 0,
      };
      const numbers = isFirst ? {} : { oldNumber: null, newNumber: null };
      return { ...line, ...numbers, part, ...(within && { words: within(from, to) }) };
    }),
  );
}

function windowsOf({ kind, text, words }: DiffLine): ChangedRun[] {
  if (kind === 'same' || kind === 'remark') return [{ start: 0, end: characterEnd(text, ofUnchanged) }];
  if (words === undefined) return [{ start: 0, end: text.length }];
  const windows: ChangedRun[] = [];
  for (const run of words) {
    const start = wordStart(text, Math.max(0, run.start - around), run.start);
    const end = wordEnd(text, Math.min(text.length, run.end + around), run.end);
    const last = windows.at(-1);
    if (last !== undefined && start <= last.end + around) last.end = Math.max(last.end, end);
    else windows.push({ start, end });
  }
  return windows;
}

function rowsIn(text: string, start: number, end: number): [from: number, to: number][] {
  const rows: [number, number][] = [];
  for (let from = start; from < end || rows.length === 0; from = rows.at(-1)?.[1] ?? end) {
    const to = end - from < 1.5 * inRow ? end : wordEnd(text, from + inRow, from);
    rows.push([from, to]);
    if (to >= end) break;
  }
  return rows;
}

/** How far a cut moves so that it splits no word, and the characters behind which a word begins. */
const [give, edge] = [24, /[\s;,{}()]/];

/** Returns where a word begins, from `at` up to `most`. */
function wordStart(text: string, at: number, most: number): number {
  if (at === 0) return 0;
  for (let position = at; position <= Math.min(most, at + give); position += 1)
    if (edge.test(text.charAt(position - 1))) return position;
  return Math.min(most, characterEnd(text, at));
}

/** Returns where a word ends, up to `at` but not before `least`. */
function wordEnd(text: string, at: number, least: number): number {
  if (at === text.length) return at;
  for (let position = at; position > Math.max(least, at - give); position -= 1)
    if (edge.test(text.charAt(position - 1))) return characterEnd(text, position);
  return characterEnd(text, at);
}

/** Returns the position from `at` on that splits no character, nor parts it from its combining marks. */
function characterEnd(text: string, at: number): number {
  let position = at;
  while (
    position < text.length &&
    position < at + 16 &&
    /^[\p{M}\u200d\udc00-\udfff]/u.test(text.slice(position, position + 2))
  )
    position += 1;
  return position;
}

/** Returns a function that finds the changed runs in a part of the line; it has to be called for the parts in order. */
function runsWithin(words: readonly ChangedRun[]): (from: number, to: number) => ChangedRun[] {
  let next = 0;
  return (from, to) => {
    const found: ChangedRun[] = [];
    for (let run = words[next]; run !== undefined && run.start < to; run = words[next]) {
      const { start, end } = run;
      if (start < end && end > from)
        found.push({ start: Math.max(start, from) - from, end: Math.min(end, to) - from });
      if (end > to) break;
      next += 1;
    }
    return found;
  };
}
