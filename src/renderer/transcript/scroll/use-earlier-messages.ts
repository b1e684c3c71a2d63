import { type RefObject, useEffect, useEffectEvent, useRef } from 'react';
import type { WorkspaceId } from '../../../shared/ids.ts';
import type { Transcript } from '../../../shared/transcript/transcript.ts';
import { useParley } from '../../parley-context.tsx';
import { watchWayToTop } from './way-to-top.ts';

/** How near to the first loaded message the person comes before earlier ones are fetched, in pixels. */
const fetchAhead = 1_200;

/** How long a page that was just loaded may take to find its place, in milliseconds. */
const settlingTime = 100;

/**
 * Fetches earlier messages as the person comes near, and all of them on the way to the very top;
 * what it returns is to be called on scrolling.
 */
export function useEarlierMessages(
  id: WorkspaceId,
  { messages, hasEarlier }: Transcript,
  scroller: RefObject<HTMLElement | null>,
): () => void {
  const { loadEarlier } = useParley();
  const goesToTop = useRef<() => boolean>(() => false);

  useEffect(() => {
    if (scroller.current === null) return;
    const way = watchWayToTop(scroller.current);
    goesToTop.current = way.isTaken;
    return way.stop;
  }, [scroller]);

  function onScroll(): void {
    // The list corrects its place as it measures new rows, which leads away from the top again.
    if (goesToTop.current() && scroller.current?.scrollTop !== 0) scroller.current?.scrollTo({ top: 0 });
    if (hasEarlier && (scroller.current?.scrollTop ?? 0) < fetchAhead) void loadEarlier(id);
  }

  const firstId = messages[0]?.id;
  const goOn = useEffectEvent(onScroll);
  useEffect(() => {
    if (firstId === undefined) return;
    const timer = setTimeout(goOn, settlingTime);
    return () => clearTimeout(timer);
  }, [firstId]);

  return onScroll;
}
