import { DiffRow, type DiffSide, NoRow } from './diff-row.tsx';
import { splitLines } from './split-lines.ts';
import type { DiffLine } from './diff-lines.ts';
import { betweenHunks, type DiffBodyProps, scrollingCode } from './unified-diff.tsx';

/** Changes side by side; long lines scroll on each side separately. */
export function SplitDiff({ name, hunks, digits, showEnds }: DiffBodyProps) {
  const places = new Map(hunks.flat().map((line, index) => [line, index]));
  const rows = hunks.map(splitLines);

  function half(side: DiffSide, label: string) {
    const lineOf = side === 'old' ? 'old' : 'now';
    return (
      <div
        role="group"
        aria-label={`${name}, ${label}`}
        tabIndex={0}
        className="min-w-0 overflow-x-auto focus-visible:-outline-offset-2"
      >
        <div className="diff-lines w-max min-w-full">
          {rows.map((pairs, place) => (
            <div key={place} className={place === 0 ? '' : betweenHunks}>
              {pairs.map((pair, at) => row(pair[lineOf], at, side))}
            </div>
          ))}
        </div>
      </div>
    );
  }

  function row(line: DiffLine | null, at: number, side: DiffSide) {
    if (line === null) return <NoRow key={at} />;
    return <DiffRow key={at} index={places.get(line) ?? 0} {...{ line, side, digits, showEnds }} />;
  }

  return (
    <div dir="ltr" className={`${scrollingCode} grid grid-cols-2 items-start`}>
      {half('old', 'before')}
      <div className="min-w-0 border-s border-hairline">{half('new', 'after')}</div>
    </div>
  );
}
