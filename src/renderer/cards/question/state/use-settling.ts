import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import type { AskPart } from './card-state.ts';
import type { QuestionCardStore } from './question-card-store.ts';

type Settling = {
  collapseButton: RefObject<HTMLButtonElement | null>;
  /** True if the focus was in the questions when they went away. */
  tookFocusAlong: RefObject<boolean>;
  /** True if the ask ended while its card was visible, or nearly. */
  settledHere: boolean;
};

/**
 * When an ask ends, its store is told, and a focus that was in the questions goes where `onDecided` takes it,
 * else to the card's button.
 */
export function useSettling(part: AskPart, store: QuestionCardStore, onDecided: () => boolean): Settling {
  const collapseButton = useRef<HTMLButtonElement>(null);
  const tookFocusAlong = useRef(false);
  const settled = part.ask.settlement !== null;
  const decided = useEffectEvent(onDecided);
  const [waitedHere] = useState(!settled);

  useEffect(() => {
    if (settled) store.settled(part);
  }, [settled, store, part]);

  useEffect(() => {
    if (!settled || !tookFocusAlong.current) return;
    tookFocusAlong.current = false;
    if (document.activeElement === document.body && !decided())
      collapseButton.current?.focus({ preventScroll: true });
  }, [settled]);

  return { collapseButton, tookFocusAlong, settledHere: settled && waitedHere };
}
