import { useEffect, useEffectEvent, type RefObject } from 'react';
import type { VirtualizerHandle } from 'virtua';
import type { MessageId, WorkspaceId } from '../../../shared/ids.ts';
import type { MessagePage } from '../../../shared/transcript/message-page.ts';
import { useParley } from '../../parley-context.tsx';
import type { VisibleRange } from '../../state/chat/loaded-chat.ts';
import type { TranscriptRow } from '../rows/transcript-rows.ts';

/** For how many frames a list may still be settling. */
const patience = 12;

/** Input events that may move the person elsewhere. */
const signs = ['wheel', 'touchmove', 'pointerdown', 'keydown'] as const;

/** Keeps a row at its place on the screen while the list around it changes, unless the person scrolls. */
function keepRowInPlace(scroller: HTMLElement, key: string): void {
  const row = scroller.querySelector(`[data-row="${CSS.escape(key)}"]`);
  if (row === null) return;
  const over = new AbortController();
  const place = row.getBoundingClientRect().top;
  let frames = 0;
  const look = () => {
    frames += 1;
    if (over.signal.aborted || !row.isConnected || frames > patience) return over.abort();
    const moved = row.getBoundingClientRect().top - place;
    if (Math.abs(moved) >= 1) scroller.scrollBy({ top: moved, behavior: 'instant' });
    requestAnimationFrame(look);
  };
  for (const sign of signs) {
    scroller.addEventListener(sign, () => over.abort(), { signal: over.signal, passive: true });
  }
  requestAnimationFrame(look);
}

/** How long just-loaded messages may take to settle, in milliseconds. */
const settlingTime = 100;

type Reading = {
  id: WorkspaceId;
  shown: MessagePage;
  rows: readonly TranscriptRow[];
  list: RefObject<VirtualizerHandle | null>;
  scroller: RefObject<HTMLElement | null>;
  /** Messages in use, which stay loaded wherever the chat is scrolled. */
  held: readonly MessageId[];
};

/**
 * Keeps the messages around the screen loaded; the returned function is to be called while scrolling, and with
 * `still` at its end.
 */
export function usePageLoading({ id, shown, rows, list, scroller, held }: Reading): (still: boolean) => void {
  const { loadNear } = useParley();

  function look(still: boolean): void {
    const seen = list.current === null ? undefined : rowsOnScreen(list.current, rows);
    if (seen === undefined) return;
    const ids = [seen.first, seen.last, ...held].toSorted((one, other) => one - other);
    const lost = loadNear(id, { first: ids[0] ?? seen.first, last: ids.at(-1) ?? seen.last, still });
    if (lost && still && scroller.current !== null) keepRowInPlace(scroller.current, seen.key);
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
): (Omit<VisibleRange, 'still'> & { key: string }) | undefined {
  const first = rows[findItemIndex(scrollOffset)];
  const last = rows[findItemIndex(scrollOffset + viewportSize)];
  return first && last && { first: first.messageId, last: last.messageId, key: last.key };
}
