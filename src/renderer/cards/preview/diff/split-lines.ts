import type { DiffLine } from './diff-lines.ts';

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
