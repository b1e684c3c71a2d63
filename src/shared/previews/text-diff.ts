import { applyPatch, diffArrays, FILE_HEADERS_ONLY, formatPatch, structuredPatch } from 'diff';
import type { Hunk } from './preview.ts';

export const byteOrderMark = '\uFEFF';

/** Every line end of a text: that of Unix, of Windows, also with its `\r` doubled by a bad conversion, of old Macs. */
export const everyLineEnd = /\r+\n|\r|\n/g;

/** A text as a text field shows it: every line end is `\n`, and a byte order mark is left out. */
export function asFieldText(text: string): string {
  return withoutMark(text).replace(everyLineEnd, '\n');
}

export function withoutMark(text: string): string {
  return text.startsWith(byteOrderMark) ? text.slice(1) : text;
}

/** Longest time for a comparison, in milliseconds; beyond it the whole text counts as replaced. */
const longestComparing = 2_000;

/** Two texts of more characters than this are compared by what they share. */
const longText = 100_000;

/** Returns the runs of lines in which two texts differ, with three lines around each. */
export function changedHunks(before: string, after: string): Hunk[] {
  const options = { context: 3, timeout: longestComparing };
  const hunks =
    before.length + after.length > longText
      ? longHunks(before, after, { ...options, timeout: longestComparing / 4 })
      : structuredPatch('', '', before, after, undefined, undefined, options)?.hunks;
  return hunks ?? replaced(before, after);
}

function replaced(before: string, after: string): Hunk[] {
  return [...structuredPatch('', '', before, '').hunks, ...structuredPatch('', '', '', after).hunks];
}

/** A text as it was proposed, and as the person left it. */
export type UserEdit = { path: string; before: string; after: string };

/** Returns the text for a model about the person's edit of one text: a unified diff under a heading. */
export function userEditText(before: string, after: string, path: string): string {
  return userEditsText([{ path, before, after }]);
}

/**
 * Returns the same for several texts; of those that are `kept` from the model only the names are in it. `heading` says
 * what the person did with them.
 */
export function userEditsText(
  edits: readonly UserEdit[],
  kept: readonly string[] = [],
  heading = 'The user edited it before applying:',
): string {
  const names = kept.map((path) => `${path} (not shown, for it may hold secrets)`);
  const diff = edits.length === 0 ? [] : [unifiedDiff(edits)];
  return [heading, ...diff, ...names].join('\n');
}

/** Returns the person's changes as one unified diff; a text that is as it was proposed is left out. */
export function unifiedDiff(edits: readonly UserEdit[]): string {
  const patches = edits
    .filter(({ before, after }) => before !== after)
    .map(({ path, before, after }) => ({
      oldFileName: path,
      newFileName: path,
      oldHeader: undefined,
      newHeader: undefined,
      hunks: changedHunks(before, after),
    }));
  return formatPatch(patches, FILE_HEADERS_ONLY).replace(/\n$/, '');
}

/**
 * Returns a text with those changes of a diff that are not among the `dropped`, by their numbers from 0;
 * null where the diff is none of this text.
 */
export function withoutChanges(
  before: string,
  hunks: readonly Hunk[],
  dropped: readonly number[],
): string | null {
  const kept = hunks.filter((_, number) => !dropped.includes(number));
  if (kept.length === 0) return before;
  const patch = { hunks: kept.map((hunk) => ({ ...hunk })), oldFileName: '', newFileName: '' };
  const text = applyPatch(
    before,
    { ...patch, oldHeader: undefined, newHeader: undefined },
    { autoConvertLineEndings: false },
  );
  return text === false ? null : text;
}

/** Lines in which two texts differ: in each from line `…From` up to, but not with, line `…To`, counted from 0. */
type Run = { oldFrom: number; oldTo: number; newFrom: number; newTo: number };

/**
 * Returns the runs of lines in which two long texts differ, with `context` lines around each; undefined where the
 * comparison takes longer than `timeout` milliseconds. A line that only one of the texts has is no part of the
 * comparison, whose time grows with the square of what differs.
 */
export function longHunks(
  before: string,
  after: string,
  { context, timeout }: { context: number; timeout: number },
): Hunk[] | undefined {
  const [old, now] = [linesOf(before), linesOf(after)];
  const runs = changedRuns(old, now, timeout);
  if (runs === undefined) return undefined;
  const groups: Run[][] = [];
  for (const run of runs) {
    const group = groups.at(-1);
    const last = group?.at(-1);
    if (group !== undefined && last !== undefined && run.oldFrom - last.oldTo <= 2 * context) group.push(run);
    else groups.push([run]);
  }
  return groups.map((group) => hunkOf(group, old, now, context));
}

/** Returns the lines of a text, each with its line end. */
export function linesOf(text: string): string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}

/** Returns the runs in which two lists differ, in order; undefined where it takes longer than `timeout` milliseconds. */
export function changedRuns(
  old: readonly string[],
  now: readonly string[],
  timeout: number,
): Run[] | undefined {
  const [inOld, inNow] = [new Set(old), new Set(now)];
  const oldShared = old.flatMap((line, at) => (inNow.has(line) ? [at] : []));
  const newShared = now.flatMap((line, at) => (inOld.has(line) ? [at] : []));
  const textOf = (lines: readonly string[], numbers: readonly number[]) =>
    numbers.map((at) => lines[at] ?? '');
  const changes = diffArrays(textOf(old, oldShared), textOf(now, newShared), { timeout });
  if (changes === undefined) return undefined;
  const runs: Run[] = [];
  let [oldFrom, newFrom] = [0, 0];
  function keep(oldTo: number, newTo: number): void {
    if (oldTo > oldFrom || newTo > newFrom) runs.push({ oldFrom, oldTo, newFrom, newTo });
    [oldFrom, newFrom] = [oldTo + 1, newTo + 1];
  }
  let [oldAt, newAt] = [0, 0];
  for (const { added, removed, count } of changes) {
    for (let same = 0; !added && !removed && same < count; same += 1)
      keep(oldShared[oldAt + same] ?? old.length, newShared[newAt + same] ?? now.length);
    if (!added) oldAt += count;
    if (!removed) newAt += count;
  }
  keep(old.length, now.length);
  return runs;
}

function hunkOf(runs: readonly Run[], old: readonly string[], now: readonly string[], context: number): Hunk {
  const from = Math.max(0, (runs[0]?.oldFrom ?? 0) - context);
  const to = Math.min(old.length, (runs.at(-1)?.oldTo ?? 0) + context);
  const newFrom = (runs[0]?.newFrom ?? 0) - ((runs[0]?.oldFrom ?? 0) - from);
  const newTo = (runs.at(-1)?.newTo ?? 0) + (to - (runs.at(-1)?.oldTo ?? 0));
  const lines: string[] = [];
  function add(sign: string, some: readonly string[]): void {
    for (const line of some) {
      lines.push(sign + line.replace(/\n$/, ''));
      if (!line.endsWith('\n')) lines.push('\\ No newline at end of file');
    }
  }
  let at = from;
  for (const run of runs) {
    add(' ', old.slice(at, run.oldFrom));
    add('-', old.slice(run.oldFrom, run.oldTo));
    add('+', now.slice(run.newFrom, run.newTo));
    at = run.oldTo;
  }
  add(' ', old.slice(at, to));
  return { oldStart: from + 1, oldLines: to - from, newStart: newFrom + 1, newLines: newTo - newFrom, lines };
}
