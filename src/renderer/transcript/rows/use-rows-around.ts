import { type RefObject, useMemo, useState } from 'react';
import type { VirtualizerHandle } from 'virtua';
import type { TranscriptRow } from './transcript-rows.ts';

type RowsAround = {
  /** Their indices, in order. */
  around: readonly number[];
  /** To be called while scrolling. */
  follow(): void;
};

/**
 * Returns the rows on screen and for `beyond` pixels on both sides of it, to be kept mounted. By itself the list mounts
 * those alone that are scrolled to, so that the first frame after a turn of the wheel shows nothing.
 */
export function useRowsAround(
  list: RefObject<VirtualizerHandle | null>,
  rows: readonly TranscriptRow[],
  beyond: number,
): RowsAround {
  const [ends, setEnds] = useState<Ends>(nowhere);
  const around = useMemo(() => rowsBetween(rows, ends), [rows, ends]);
  function follow(): void {
    if (list.current === null) return;
    const { scrollOffset, viewportSize, findItemIndex } = list.current;
    const first = rows[findItemIndex(Math.max(0, scrollOffset - beyond))]?.key ?? null;
    const last = rows[findItemIndex(scrollOffset + viewportSize + beyond)]?.key ?? null;
    setEnds((known) => (known.first === first && known.last === last ? known : { first, last }));
  }
  return { around, follow };
}

/** By their keys: while earlier rows are loaded, indices change. */
type Ends = { first: string | null; last: string | null };

const nowhere: Ends = { first: null, last: null };

function rowsBetween(rows: readonly TranscriptRow[], { first, last }: Ends): number[] {
  const from = rows.findIndex(({ key }) => key === first);
  const to = rows.findIndex(({ key }) => key === last);
  return from < 0 ? [] : rows.slice(from, to + 1).map((_, index) => from + index);
}
