/**
 * A place that both sides changed, each otherwise: its first line in the merged text, counted from 0, and the
 * lines of either side with their ends.
 */
export type Conflict = { start: number; ours: string[]; theirs: string[] };

/** A merged text; where there is a conflict it has our lines. */
export type MergedText = { text: string; conflicts: Conflict[] };

/** Returns a merged text with the lines that stand for each conflict, by its number. */
export function withConflicts(
  { text, conflicts }: MergedText,
  linesFor: (conflict: Conflict, number: number) => readonly string[],
): string {
  const lines = linesWithEnds(text);
  const result: string[] = [];
  let at = 0;
  for (const [number, conflict] of conflicts.entries()) {
    result.push(lines.slice(at, conflict.start).join(''), linesFor(conflict, number).join(''));
    at = conflict.start + conflict.ours.length;
  }
  return result.join('') + lines.slice(at).join('');
}

/** The lines of a text with their ends; the last may have none. */
export function linesWithEnds(text: string): string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}
