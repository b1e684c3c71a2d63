import { type RefObject, useEffect, useRef, useState } from 'react';

type Settling = {
  collapseButton: RefObject<HTMLButtonElement | null>;
  /** True if the focus was in the questions when they went away. */
  tookFocusAlong: RefObject<boolean>;
  /** True if the ask ended while its card was visible, or nearly. */
  settledHere: boolean;
};

/** When an ask ends, its store is told, and a focus that was in the questions stays in the card. */
export function useSettling(settled: boolean, intents: { settled(): void }): Settling {
  const collapseButton = useRef<HTMLButtonElement>(null);
  const tookFocusAlong = useRef(false);
  const [waitedHere] = useState(!settled);

  useEffect(() => {
    if (settled) intents.settled();
  }, [settled, intents]);

  useEffect(() => {
    if (!settled || !tookFocusAlong.current) return;
    tookFocusAlong.current = false;
    if (document.activeElement === document.body) collapseButton.current?.focus({ preventScroll: true });
  }, [settled]);

  return { collapseButton, tookFocusAlong, settledHere: settled && waitedHere };
}
