import { type RefObject, useEffect, useEffectEvent } from 'react';
import type { WorkspaceId } from '../../../shared/ids.ts';
import type { MessagePage } from '../../../shared/transcript/message-page.ts';
import { useParley } from '../../parley-context.tsx';

/** Home and End lead to the two ends of the chat, also where these are not loaded. */
export function useEndKeys(
  id: WorkspaceId,
  { hasEarlier, hasLater }: MessagePage,
  scroller: RefObject<HTMLElement | null>,
): void {
  const { goToStart, goToEnd } = useParley();

  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.altKey || event.shiftKey || isField(event.target)) return;
    if (event.key === 'Home' && hasEarlier) void goToStart(id);
    else if (event.key === 'End' && hasLater) goToEnd(id);
    else return;
    event.preventDefault();
  });

  useEffect(() => {
    const over = new AbortController();
    scroller.current?.addEventListener('keydown', (event) => press(event), over);
    return () => over.abort();
  }, [scroller]);
}

/** There the keys move the caret. */
function isField(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('textarea, input') !== null;
}
