import { diffArrays } from 'diff';
import type { Hunk } from './preview.ts';

/** Lines of two texts that differ, by their places: from there on, up to before the other. */
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

/** Each with its line end. */
function linesOf(text: string): string[] {
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
  const textOf = (lines: readonly string[], places: readonly number[]) => places.map((at) => lines[at] ?? '');
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
