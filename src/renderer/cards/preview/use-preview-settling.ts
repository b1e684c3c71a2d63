import { type RefObject, useEffect, useEffectEvent, useRef } from 'react';
import type { PendingAction } from '../../../shared/previews/pending-action.ts';

/**
 * When buttons go because it was decided or undone, a focus that was in them goes where `onDecided` takes it,
 * else to the card's button, whose place is returned; when the action has ended, its store is told.
 */
export function usePreviewSettling(
  { ending, decision }: PendingAction,
  intents: { settled(): void },
  onDecided: () => boolean,
): RefObject<HTMLButtonElement | null> {
  const ended = ending !== null;
  const deciding = !ended && decision === null;
  const undone = ending?.type === 'applied' && ending.undone;
  const free = useEffectEvent(onDecided);
  const collapseButton = useRef<HTMLButtonElement>(null);
  const before = useRef({ deciding, ended, undone });
  useEffect(() => {
    const decided = (before.current.deciding && !deciding) || (!before.current.undone && undone);
    const hasEnded = !before.current.ended && ended;
    before.current = { deciding, ended, undone };
    if (decided && document.activeElement === document.body && !free())
      collapseButton.current?.focus({ preventScroll: true });
    if (hasEnded) intents.settled();
  }, [deciding, ended, undone, intents]);
  return collapseButton;
}
