import { type ChangedRun, changedWords } from '../../../../shared/previews/changed-words.ts';
import type { Hunk } from '../../../../shared/previews/preview.ts';

/** One line of a diff; a number is null on the side where the line is not. */
export type DiffLine = {
  kind: 'same' | 'added' | 'removed' | 'remark';
  oldNumber: number | null;
  newNumber: number | null;
  text: string;
  /** What changed within it, where it stands for another line. */
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

/** One row of a diff side by side; a side is null where the other has more lines. */
export type SplitRow = { old: DiffLine | null; now: DiffLine | null };

/** The lines of a diff beside one another: what was removed stands left of what was added in its place. */
export function splitLines(lines: readonly DiffLine[]): SplitRow[] {
  const rows: SplitRow[] = [];
  let removed: DiffLine[] = [];
  let added: DiffLine[] = [];

  function flush(): void {
    const count = Math.max(removed.length, added.length);
    for (let index = 0; index < count; index += 1) {
      rows.push({ old: removed[index] ?? null, now: added[index] ?? null });
    }
    [removed, added] = [[], []];
  }

  for (const [index, line] of lines.entries()) {
    switch (line.kind) {
      case 'removed':
        removed.push(line);
        break;
      case 'added':
        added.push(line);
        break;
      case 'same':
        flush();
        rows.push({ old: line, now: line });
        break;
      case 'remark':
        if (lines[index - 1]?.kind === 'removed') removed.push(line);
        else if (lines[index - 1]?.kind === 'added') added.push(line);
        else {
          flush();
          rows.push({ old: line, now: line });
        }
        break;
    }
  }
  flush();
  return rows;
}
