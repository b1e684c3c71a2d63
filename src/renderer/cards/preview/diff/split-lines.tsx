import { Fragment, memo, use } from 'react';
import type { DiffLine } from './diff-lines.ts';
import { type CommentedLines, CommentedLinesContext, isChosen, isNoted, markOf } from './file-comments.ts';
import { BelowLine } from './line-comment.tsx';
import { DiffRow, type DiffSide, digitsStyle, type LinesProps, RowPieces } from './diff-views.tsx';
import { shownText } from './diff-rows.ts';

type SplitProps = LinesProps & { name: string };

/** Lines of a diff side by side; long lines scroll on each side separately. */
export const SplitLines = memo(function SplitLines({ name, lines, first, digits, showEnds }: SplitProps) {
  const comments = use(CommentedLinesContext);
  const places = new Map(lines.map((line, index) => [line, first + index]));

  function half(rows: readonly SplitRow[], side: DiffSide, label: string) {
    const lineOf = side === 'old' ? 'old' : 'now';
    return (
      <div
        role="group"
        aria-label={`${name}, ${label}`}
        tabIndex={0}
        className="min-w-0 overflow-x-auto focus-visible:-outline-offset-2"
      >
        <div className="diff-lines w-max min-w-full" data-sides="one" style={digitsStyle(digits)}>
          <RowPieces rows={rows} lengthOf={(pair) => lengthOfRow(pair[lineOf])}>
            {(pair, at) => row(pair[lineOf], at, side)}
          </RowPieces>
        </div>
      </div>
    );
  }

  function row(line: DiffLine | null, at: number, side: DiffSide) {
    if (line === null) return <div key={at} aria-hidden className="diff-row" data-kind="none" />;
    const isOwn = line.kind !== 'same' || side === 'new';
    return (
      <DiffRow
        key={at}
        index={places.get(line) ?? 0}
        chosen={isOwn && isChosen(line, comments)}
        unmarked={!isOwn}
        {...{ line, side, digits, showEnds }}
      />
    );
  }

  return splitAtComments(splitLines(lines), comments).map(({ rows, noted }, at) => (
    <Fragment key={at}>
      <div className="grid grid-cols-2 items-start">
        {half(rows, 'old', 'before')}
        <div className="min-w-0 border-s border-hairline">{half(rows, 'new', 'after')}</div>
      </div>
      {noted.map((line) => (
        <BelowLine key={markOf(line)} line={line} />
      ))}
    </Fragment>
  ));
});

function lengthOfRow(line: DiffLine | null): number {
  return line === null ? 0 : shownText(line).length;
}

type SplitPart = { rows: SplitRow[]; noted: DiffLine[] };

/** The rows in parts, each with the lines of its last row that have something beneath them. */
function splitAtComments(rows: readonly SplitRow[], comments: CommentedLines | null): SplitPart[] {
  const parts: SplitPart[] = [];
  let part: SplitPart = { rows: [], noted: [] };
  for (const row of rows) {
    part.rows.push(row);
    const lines = row.old === row.now ? [row.now] : [row.old, row.now];
    part.noted = lines.filter((line) => line !== null).filter((line) => isNoted(line, comments));
    if (part.noted.length === 0) continue;
    parts.push(part);
    part = { rows: [], noted: [] };
  }
  return part.rows.length === 0 ? parts : [...parts, part];
}

/** One row of a diff side by side; a side is null where the other has more lines. */
type SplitRow = { old: DiffLine | null; now: DiffLine | null };

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
