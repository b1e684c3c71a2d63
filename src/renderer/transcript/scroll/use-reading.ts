import { type RefObject, useEffect, useEffectEvent } from 'react';
import type { VirtualizerHandle } from 'virtua';
import type { MessageId, WorkspaceId } from '../../../shared/ids.ts';
import type { Stretch } from '../../../shared/transcript/stretch.ts';
import { useParley } from '../../parley-context.tsx';
import type { Seen } from '../../state/chat/shown-stretch.ts';
import type { TranscriptRow } from '../rows/transcript-rows.ts';
import { holdRow } from './hold-row.ts';

/** How long messages that were just loaded may take to find their place, in milliseconds. */
const settlingTime = 100;

type Reading = {
  id: WorkspaceId;
  shown: Stretch;
  rows: readonly TranscriptRow[];
  list: RefObject<VirtualizerHandle | null>;
  scroller: RefObject<HTMLElement | null>;
  /** What the person is at and must stay, wherever the chat is scrolled. */
  held: readonly MessageId[];
};

/** Has the messages around the screen loaded; what it returns is to be called on scrolling, and when that ends. */
export function useReading({ id, shown, rows, list, scroller, held }: Reading): (still: boolean) => void {
  const { keepNear } = useParley();

  function look(still: boolean): void {
    const seen = list.current === null ? undefined : rowsOnScreen(list.current, rows);
    if (seen === undefined) return;
    const ids = [seen.first, seen.last, ...held].toSorted((one, other) => one - other);
    const lost = keepNear(id, { first: ids[0] ?? seen.first, last: ids.at(-1) ?? seen.last, still });
    if (lost && still && scroller.current !== null) holdRow(scroller.current, seen.key);
  }

  const [first, last] = [shown.messages[0]?.id, shown.messages.at(-1)?.id];
  const lookAgain = useEffectEvent(look);
  useEffect(() => {
    if (first === undefined || last === undefined) return;
    const timer = setTimeout(() => lookAgain(false), settlingTime);
    return () => clearTimeout(timer);
  }, [first, last]);

  return look;
}

function rowsOnScreen(
  { scrollOffset, viewportSize, findItemIndex }: VirtualizerHandle,
  rows: readonly TranscriptRow[],
): (Omit<Seen, 'still'> & { key: string }) | undefined {
  const first = rows[findItemIndex(scrollOffset)];
  const last = rows[findItemIndex(scrollOffset + viewportSize)];
  return first && last && { first: first.messageId, last: last.messageId, key: last.key };
}
