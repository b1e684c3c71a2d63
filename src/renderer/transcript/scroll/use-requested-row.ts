import { type RefObject, useLayoutEffect, useRef } from 'react';
import type { VirtualizerHandle } from 'virtua';
import type { WorkspaceId } from '../../../shared/ids.ts';
import { useParley, useView } from '../../parley-context.tsx';
import { rowIndexAt, type TranscriptRow } from '../rows/transcript-rows.ts';

type RequestedRowParts = {
  id: WorkspaceId;
  /** Another number where all rows are others. */
  place: number;
  rows: readonly TranscriptRow[];
  scroller: RefObject<HTMLElement | null>;
  list: RefObject<VirtualizerHandle | null>;
  toEnd(): void;
  leaveEnd(): void;
};

/** Brings the message that is asked for into view, and keeps the focus when its row has gone with the others. */
export function useRequestedRow({
  id,
  place,
  rows,
  scroller,
  list,
  toEnd,
  leaveEnd,
}: RequestedRowParts): void {
  const { view } = useParley();
  const requested = useView(({ requestedRow }) => (requestedRow?.workspaceId === id ? requestedRow : null));
  const placeBefore = useRef(place);

  useLayoutEffect(() => {
    const moved = placeBefore.current !== place;
    placeBefore.current = place;
    if (moved && document.activeElement === document.body) scroller.current?.focus({ preventScroll: true });
    if (requested === null) {
      if (moved) toEnd();
      return;
    }
    leaveEnd();
    // Nothing has to be measured on the way to the top, and nothing goes on scrolling there afterwards.
    if (requested.align === 'start') scroller.current?.scrollTo({ top: 0 });
    else list.current?.scrollToIndex(Math.max(0, rowIndexAt(rows, requested)), { align: requested.align });
    view.setState({ requestedRow: null });
  }, [requested, place, rows, scroller, list, toEnd, leaveEnd, view]);
}
