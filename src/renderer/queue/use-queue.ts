import { useEffect } from 'react';
import { useParley, useParleyState, useView } from '../parley-context.tsx';
import { isInQueue, type QueueEntry, queueOf, queueWith } from '../state/queue.ts';

const none: never[] = [];

/** The rows of Needs you, and the selected one; `isSettled` where that is no longer in the queue. */
export function useQueue(): { entries: QueueEntry[]; at: QueueEntry | null; isSettled: boolean } {
  const at = useView(({ page }) => (page?.name === 'queue' ? page.at : null));
  const workspaces = useParleyState(({ app }) => app?.workspaces) ?? none;
  const sameRequests = useParleyState(({ app }) => app?.sameRequests) ?? none;
  const found = queueOf({ workspaces, sameRequests });
  return { entries: queueWith(found, at), at, isSettled: at !== null && !isInQueue(found, at) };
}

/** J and K move in the queue, unless something is written or a card has keys of its own for them. */
export function useQueueKeys(): void {
  const { moveInQueue, view } = useParley();
  useEffect(() => {
    const over = new AbortController();
    function onKeyDown(event: KeyboardEvent): void {
      const by = event.key === 'j' ? 1 : event.key === 'k' ? -1 : undefined;
      if (by === undefined || event.defaultPrevented || event.isComposing) return;
      if (event.ctrlKey || event.metaKey || event.altKey || view.getState().dialog !== null) return;
      if (event.target instanceof Element && event.target.closest(keysOfTheirOwn) !== null) return;
      event.preventDefault();
      moveInQueue(by);
    }
    document.addEventListener('keydown', onKeyDown, { signal: over.signal });
    return () => over.abort();
  }, [moveInQueue, view]);
}

const keysOfTheirOwn =
  'textarea, select, input:not([type=radio], [type=checkbox]), [contenteditable], [popover], [role=menu], dialog';
