import { type RefObject, useEffect, useEffectEvent } from 'react';
import type { WorkspaceId } from '../../shared/ids.ts';
import type { Transcript } from '../../shared/transcript/transcript.ts';
import { useParley } from '../parley-context.tsx';

/** How near to the first loaded message the person comes before earlier ones are fetched, in pixels. */
const fetchAhead = 1_200;

/** How long a page that was just loaded may take to find its place, in milliseconds. */
const settlingTime = 100;

/** Fetches earlier messages as the person comes near; what it returns is to be called on scrolling. */
export function useEarlierMessages(
  id: WorkspaceId,
  { messages, hasEarlier }: Transcript,
  scroller: RefObject<HTMLElement | null>,
): () => void {
  const { loadEarlier } = useParley();

  function fetchWhenNear(): void {
    if (hasEarlier && (scroller.current?.scrollTop ?? 0) < fetchAhead) void loadEarlier(id);
  }

  const firstId = messages[0]?.id;
  const fetchSoon = useEffectEvent(fetchWhenNear);
  useEffect(() => {
    if (firstId === undefined) return;
    const timer = setTimeout(fetchSoon, settlingTime);
    return () => clearTimeout(timer);
  }, [firstId]);

  return fetchWhenNear;
}
