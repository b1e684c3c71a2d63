/**
 * Lines that both sides changed differently: where they start in the merged text, counted from 0, and the lines
 * of either side with their ends.
 */
export type Conflict = { start: number; ours: string[]; theirs: string[] };

/** A merged text, with our lines for each conflict. */
export type MergedText = { text: string; conflicts: Conflict[] };

/** Returns a merged text with the chosen lines for each conflict, by index. */
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

/** Splits a text into lines with their ends; the last may have none. */
export function linesWithEnds(text: string): string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}
